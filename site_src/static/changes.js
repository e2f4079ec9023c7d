/* What changed since a date, a printed update or a revision: filters all changes from disk, rule by rule. */
(function () {
  "use strict";
  var form = document.querySelector("[data-change-filter]");
  if (!form) return;
  var ludex = window.ludex, make = ludex.element, said = form.dataset;
  var place = document.querySelector("[data-told]"), all = document.querySelector("[data-all]");
  var NAMES = ["since", "update", "revision", "until", "severity", "kind", "label"], SHOWN = 100, asked = 0;

  function field(name) { return form.elements[name]; }

  function filled(text, values) { return text.replace(/\{(\w+)\}/g, function (hit, name) { return name in values ? values[name] : hit; }); }

  /** The CRC-32 of a text, by which site_src/changes/log.py spreads names over scripts. */
  function crc(text) {
    var value = -1;
    new TextEncoder().encode(text).forEach(function (byte) {
      value ^= byte;
      for (var bit = 0; bit < 8; bit++) { value = value >>> 1 ^ (value & 1 ? 0xedb88320 : 0); }
    });
    return (value ^ -1) >>> 0;
  }

  function script(stem, key, count) { return "changes/" + stem + "-" + ("0" + crc(key) % count).slice(-2) + ".js"; }

  /* the address --------------------------------------------------------------------------------------- */
  /** The day that *time* begins with, or nothing: what is no date is no wish. */
  function known(time) {
    var found = time.slice(0, 10);
    return /^\d{4}-\d\d-\d\d$/.test(found) && !isNaN(Date.parse(found)) ? found : "";
  }

  function fromAddress() {
    var given = new URLSearchParams(location.hash.slice(1) || location.search.slice(1));
    NAMES.forEach(function (name) {
      var value = given.get(name) || "";
      if (name === "since") { form.dataset.exact = value.length > 10 ? value : ""; }
      if (name === "since" || name === "until") { value = known(value); }
      if (field(name)) { field(name).value = value; }
    });
  }

  function wanted() {
    var found = {};
    NAMES.forEach(function (name) { var value = field(name) && field(name).value.trim(); if (value) { found[name] = value; } });
    if (found.since && said.exact) { found.since = said.exact; }
    return found;
  }

  function toAddress(found) {
    var text = new URLSearchParams(found).toString();
    history.replaceState(null, "", text ? "#" + text : location.pathname + location.search.replace(/^\?.*$/, ""));
  }

  /* what is asked for ----------------------------------------------------------------------------------- */
  /** From when on changes count: [time, whether that moment counts itself]; an update counts with what it brought. */
  function since(found) {
    if (found.revision) {
      if (!Number(said.revisions)) { return Promise.resolve(null); }
      return ludex.load(script("revisions", found.revision, Number(said.revisions))).then(function () {
        var hit = (window.ludexRevisions || []).find(function (times) { return found.revision in times; });
        return hit ? [hit[found.revision], false] : null;
      });
    }
    if (found.update) {
      var option = Array.from(field("update").options).find(function (item) { return item.value === found.update; });
      return Promise.resolve(option ? [option.dataset.time, true] : ["", true]);
    }
    return Promise.resolve([found.since || "", !(found.since && found.since.length > 10)]);
  }

  /** Read scripts of rows until they are older than *time*. */
  function rows(time, number) {
    var name = "log-" + ("00" + number).slice(-3) + ".js";
    return ludex.load("changes/" + name).then(function () {
      var log = window.ludexLog[number - 1], last = log[1][log[1].length - 1];
      return log[2] && (!last || last[0] >= time) ? rows(time, number + 1) : window.ludexLog;
    });
  }

  /** What all spellings of a name share. */
  function key(name) { return name.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, ""); }

  /** Where a kind stands among the kinds; what stands in no rule, page by page, comes last. */
  function rank(kind) { var at = kinds().findIndex(function (option) { return option.value === kind; }); return kind && at >= 0 ? at : 1000; }

  function kinds() { return field("kind") ? Array.from(field("kind").options) : []; }

  function groups(logs, from, found) {
    var label = key(found.label || "");
    var met = new Map();
    logs.forEach(function (log) {
      log[1].forEach(function (row) {
        var group = log[0][row[1]];
        if (row[0].slice(0, from[0].length) < from[0] || !from[1] && row[0] <= from[0]) { return; }
        if (found.until && row[0].slice(0, found.until.length) > found.until) { return; }
        if (row[7] && row[7][0] >= from[0] && !(found.until && row[7][1].slice(0, found.until.length) > found.until)) { return; }
        if (found.kind && group[3] !== found.kind) { return; }
        if (label && !(key(group[0]) + " " + group[4]).split(" ").some(function (name) { return ("-" + name).indexOf("-" + label) >= 0; })) { return; }
        if (found.severity && row[2] !== found.severity) { return; }
        if (!met.has(group[1])) { met.set(group[1], { group: group, rows: [], severity: "wording" }); }
        var item = met.get(group[1]);
        item.rows.push(row);
        if (row[2] === "value") { item.severity = "value"; }
      });
    });
    return Array.from(met.values()).sort(function (one, two) {
      return (one.severity > two.severity) - (one.severity < two.severity) || rank(one.group[3]) - rank(two.group[3]) || one.group[0].localeCompare(two.group[0], "en");
    });
  }

  /* what is shown --------------------------------------------------------------------------------------- */
  function line(item) {
    return make("li", { "class": item[1] }, make("b", {}, item[0]), " ", item[3] ? make("span", { "class": "where" }, item[3]) : "", item[3] ? " " : "", item[2]);
  }

  function change(row) {
    var when = row[5] ? make("a", { "class": "when", href: ludex.root + row[5] }, ludex.day(row[0])) : make("span", { "class": "when" }, ludex.day(row[0]));
    var lines = make("ul", { "class": "change-lines" });
    row[6].forEach(function (item) { lines.append(line(item)); });
    return make("li", { "class": row[2] }, make("p", { "class": "revision" }, when), lines);
  }

  function touched(button, group, box) {
    if (button.dataset.asked) { return; }
    button.dataset.asked = "1";
    ludex.load(script("reach", group[1], Number(said.reaches))).then(function () {
      var reach = (window.ludexReach || []).find(function (item) { return group[1] in item[1]; });
      var held = document.activeElement === button;
      button.remove();
      [said.bearers, said.mentions, said.pages].forEach(function (head, place) {
        var names = reach ? reach[1][group[1]][place] : [], list = make("ul", { "class": "chips" });
        if (!names.length) { return; }
        names.forEach(function (number) { list.append(make("li", {}, make("a", { "class": "chip", href: ludex.root + reach[0][number][1] }, reach[0][number][0]))); });
        box.append(make("p", { "class": "meta" }, head + " (" + names.length + ")"), list);
      });
      var first = box.querySelector(".chip");
      if (held && first) { first.focus(); } // a keyboard goes on where its button was
    });
  }

  function section(item) {
    var group = item.group, oldest = item.rows.filter(function (row) { return row[3]; }).pop();
    var box = make("section", { "class": "told-rule" }), tools = make("p", { "class": "steps" }), list = make("ul", { "class": "revisions plain" });
    box.append(make("h3", {}, make("a", { href: ludex.root + group[1] }, group[0]), " ", make("small", {}, group[2])), tools, list);
    var last = field("until").value ? item.rows.find(function (row) { return row[4]; }) : null, end = last ? last[4] : group[6];
    if (oldest && group[5] && oldest[3] !== end) {
      tools.append(make("a", { href: ludex.root + group[5] + "?" + encodeURIComponent(oldest[3]) + ".." + encodeURIComponent(end) }, said.thenNow), " ");
    }
    if (group[7]) {
      tools.append(ludex.button(filled(said.touches, { n: group[7] }), function (button) { touched(button, group, box); }));
    }
    item.rows.forEach(function (row) { list.append(change(row)); });
    return box;
  }

  /** The head of what changed alike in one kind of rule. */
  function head(item, found) {
    var kind = item.group[3], option = kinds().find(function (other) { return other.value === kind; });
    var alike = found.filter(function (other) { return other.severity === item.severity && other.group[3] === kind; });
    return make("h2", { "class": "told-kind" }, kind ? option ? option.textContent : kind : said.page, " ",
      make("span", { "class": "badge " + item.severity }, said[item.severity]), " ", make("small", {}, String(alike.length)));
  }

  function show(found) {
    var at = 0, before = null;
    place.textContent = "";
    place.append(make("p", { "class": "figures", role: "status" }, found.length ? filled(said.count, { n: found.length }) : said.none));
    function more() {
      found.slice(at, at + SHOWN).forEach(function (item) {
        if (!before || before.severity !== item.severity || before.group[3] !== item.group[3]) { place.append(head(item, found)); }
        place.append(section(item));
        before = item;
      });
      at += SHOWN;
      if (at < found.length) {
        place.append(ludex.button(filled(said.more, { n: Math.min(SHOWN, found.length - at) }), function (button) { button.remove(); more(); }));
      }
    }
    more();
  }

  function apply() {
    var found = wanted(), filters = Object.keys(found).length > 0, turn = ++asked;
    place.hidden = !filters;
    all.hidden = filters;
    if (!filters) { return; }
    if (!place.childElementCount) { place.append(make("p", { "class": "figures", role: "status" }, said.waiting)); }
    since(found).then(function (from) {
      return from ? rows(from[0], 1).then(function (logs) { return groups(logs, from, found); }) : null;
    }).then(function (told) {
      if (turn !== asked) { return; }
      if (told) { show(told); return; }
      place.textContent = "";
      place.append(make("p", { "class": "notice", role: "status" }, filled(said.unknown, { revision: found.revision })));
    }).catch(function () {
      place.textContent = "";
      place.append(make("p", { "class": "notice", role: "status" }, said.unread));
    });
  }

  form.addEventListener("input", function (event) {
    said.exact = "";
    if (["since", "update", "revision"].indexOf(event.target.name) >= 0 && event.target.value) {
      ["since", "update", "revision"].forEach(function (name) { if (name !== event.target.name && field(name)) { field(name).value = ""; } });
    }
    toAddress(wanted());
    apply();
  });
  form.addEventListener("reset", function () { setTimeout(function () { said.exact = ""; toAddress({}); apply(); }); });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  window.addEventListener("hashchange", function () { fromAddress(); apply(); });
  fromAddress();
  apply();
})();
