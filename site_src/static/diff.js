/* Steps through a difference with n and p; compares any two revisions; filters the list of changes. */
(function () {
  "use strict";

  function make(name, attributes, children) {
    var node = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    (children || []).forEach(function (child) { node.append(child); });
    return node;
  }

  /* steps ------------------------------------------------------------------------------------------ */
  function rows() {
    return Array.from(document.querySelectorAll("tr[id^=change-]")).filter(function (row) { return row.offsetParent !== null; });
  }

  function step(by) {
    var all = rows(), here = document.querySelector("tr.here"), at = here ? all.indexOf(here) : -1;
    if (!all.length) { return; }
    var next = here ? Math.min(all.length - 1, Math.max(0, at + by)) : by > 0 ? 0 : all.length - 1;
    if (here) { here.classList.remove("here"); }
    all[next].classList.add("here");
    all[next].scrollIntoView({ block: "center" });
  }

  document.addEventListener("keydown", function (event) {
    var target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && target.type !== "radio" && target.type !== "checkbox") { return; }
    if (target.isContentEditable || !document.querySelector(".diff")) { return; }
    if (event.key === "n") { step(1); event.preventDefault(); }
    if (event.key === "p") { step(-1); event.preventDefault(); }
  });

  /* any two revisions ------------------------------------------------------------------------------ */
  function read(shards) {
    var blocks = [], revisions = [], before = [];
    shards.forEach(function (shard) {
      shard[2].forEach(function (row) {
        var kind = shard[1][row[0]], start = row[2] || 0, look = row[3] || "", silent = start < 0;
        blocks.push({
          kind: kind[0], level: kind[1], text: silent ? "" : row[1], shown: row[1], body: silent ? "" : row[1].slice(start),
          number: start > 0 ? row[1].slice(0, start).trim() : "", look: silent ? row[1] + look : look
        });
      });
      shard[3].forEach(function (row) {
        var list = null;
        if (row[5]) {
          list = [];
          row[5].forEach(function (item) {
            if (typeof item === "number") { list.push(item); }
            else { for (var i = 0; i < item[1]; i++) { list.push(before[item[0] + i]); } }
          });
          before = list;
        }
        revisions.push({ id: row[0], time: row[1], user: row[2], comment: row[3], section: row[4], list: list });
      });
    });
    return { blocks: blocks, revisions: revisions };
  }

  function block(item, parts, mark) {
    var node = make("p", { "class": "block " + item.kind.replace(/[^a-z]/g, "") });
    parts.forEach(function (part) {
      if (part[0] === "=") { node.append(part[1]); }
      else if (part[0] === mark || mark === "both") {
        if (part[1][0] === " ") { node.append(" "); }
        node.append(make(part[0] === "-" ? "del" : "ins", {}, [part[1].trimStart()]));
      }
    });
    return node;
  }

  /** The parts of one side, cut where its blocks end: a mark never lies in two blocks. */
  function cut(items, parts, mark) {
    var nodes = [], at = 0, queue = parts.filter(function (part) { return part[0] === "=" || part[0] === mark; });
    items.forEach(function (item) {
      var left = item.text.length, mine = [];
      while (left > 0 && queue.length) {
        var part = queue.shift(), text = part[1], take = mine.length || at === 0 ? text : text.replace(/^ /, "");
        if (take.length > left) {
          queue.unshift([part[0], take.slice(left)]);
          take = take.slice(0, left);
        }
        mine.push([part[0], take]);
        left -= take.length;
      }
      at++;
      nodes.push(block(item, mine, mark));
    });
    return nodes;
  }

  function shown(item) { return item.text ? item : { kind: item.kind, text: item.shown }; }

  /** The blocks of a revision, each with the heading under which it stands there. */
  function placed(list, blocks) {
    var section = "";
    return list.map(function (number) {
      var block = Object.assign({}, blocks[number]);
      if (block.kind === "heading") { section = block.text; }
      block.section = section;
      return block;
    });
  }

  function draw(body, old, now, texts) {
    var engine = window.ludexDiff, found = engine.align(old, now), number = 0, unchanged = 0, section = null;
    body.textContent = "";
    function fold() {
      if (unchanged) { body.append(make("tr", { "class": "fold" }, [make("td", { colspan: "2" }, [texts.unchanged.replace(/\{n\}|$/, function (hit) { return hit ? unchanged : ""; })])])); }
      unchanged = 0;
    }
    found.matches.forEach(function (match) {
      var olds = match.old.map(function (i) { return shown(old[i]); }), news = match.new.map(function (i) { return shown(now[i]); });
      var one = old[match.old[0]], two = now[match.new[0]];
      var kind = !olds.length ? "added" : !news.length ? "removed" : news.length > 1 ? "split" : olds.length > 1 ? "merged" : match.moved ? "moved"
        : one.text !== two.text ? (same(one, two, engine) ? "noise" : "changed") : one.look !== two.look || one.kind !== two.kind ? "noise" : "same";
      if (kind === "same") { unchanged++; return; }
      fold();
      var here = (two || one).section;
      if (here && here !== section) { body.append(make("tr", { "class": "section" }, [make("th", { colspan: "2" }, [here])])); }
      section = here;
      number++;
      body.append(row(kind, olds, news, number, texts, engine));
    });
    fold();
    if (!number) { body.append(make("tr", { "class": "fold" }, [make("td", { colspan: "2" }, [texts.nothing])])); }
    if (found.coarse) { body.prepend(make("tr", { "class": "fold" }, [make("td", { colspan: "2" }, [texts.coarse])])); }
  }

  function same(one, two, engine) {
    return engine.words(one.body.toLowerCase()).join(" ") === engine.words(two.body.toLowerCase()).join(" ");
  }

  function row(kind, olds, news, number, texts, engine) {
    var join = function (items) { return items.map(function (item) { return item.text; }).join(" "); };
    var parts = !olds.length ? [["+", join(news)]] : !news.length ? [["-", join(olds)]] : engine.wordDiff(join(olds), join(news));
    var left = make("td", { "class": "left" }, cut(olds, parts, "-")), right = make("td", { "class": "right" }, cut(news, parts, "+"));
    var note = { moved: texts.moved, split: texts.split, merged: texts.merged, noise: texts.markup }[kind];
    if (note) { right.append(make("p", { "class": "note" }, [note])); }
    var line = make("tr", { "class": kind, id: "change-" + number }, [left, right]);
    if (olds.length && news.length) { line.append(make("td", { "class": "inline" }, [block(news[0], parts, "both")])); }
    return line;
  }

  /** Load the scripts that the ones at hand name, one after another. */
  function loaded(then) {
    var shards = window.ludexShards || [], next = shards.length ? shards[shards.length - 1][4] : "";
    if (!next) { then(); return; }
    var first = document.querySelector("script[src*='blocks-001.js']").src;
    var script = make("script", { src: first.replace("blocks-001.js", next) });
    script.addEventListener("load", function () { loaded(then); });
    script.addEventListener("error", then);
    document.head.append(script);
  }

  function any(place) {
    var data = read((window.ludexShards || []).slice()), body = document.querySelector(".diff tbody"), texts = place.dataset;
    var name = function (item) { return [item.time.replace("T", " ").replace("Z", ""), item.user, item.section && "→ " + item.section, item.comment].filter(Boolean).join(" · "); };
    var pick = function (label) {
      var select = make("select", {}, data.revisions.slice().reverse().map(function (item) {
        return make("option", { value: item.id }, [name(item) || item.id]);
      }));
      place.append(make("label", {}, [label + " ", select]));
      return select;
    };
    var older = pick(texts.old), newer = pick(texts.new);
    var find = function (id) { return data.revisions.find(function (item) { return item.id === id; }); };
    function show(write) {
      var one = find(older.value), two = find(newer.value);
      if (!one || !two) { return; }
      if (write) { history.replaceState(null, "", "#" + one.id + ".." + two.id); }
      if (!one.list || !two.list) {
        body.textContent = "";
        body.append(make("tr", { "class": "fold" }, [make("td", { colspan: "2" }, [texts.unknown])]));
        return;
      }
      draw(body, placed(one.list, data.blocks), placed(two.list, data.blocks), texts);
    }
    function fromAddress() {
      var asked = decodeURIComponent((location.hash || location.search).slice(1)).split("..");
      var last = data.revisions.length - 1;
      older.value = asked[0] && find(asked[0]) ? asked[0] : data.revisions[Math.max(0, last - 1)].id;
      newer.value = asked[1] && find(asked[1]) ? asked[1] : data.revisions[last].id;
      show(false);
    }
    [older, newer].forEach(function (select) { select.addEventListener("change", function () { show(true); }); });
    window.addEventListener("hashchange", fromAddress);
    fromAddress();
  }

  /* the list of changes ---------------------------------------------------------------------------- */
  function filter(form) {
    var field = function (name) { var node = form.querySelector("[data-" + name + "]"); return node ? node.value.trim().toLowerCase() : ""; };
    function apply() {
      var since = field("since"), severity = field("severity"), kind = field("kind"), label = field("label").replace(/[^\p{L}\p{N}]+/gu, "-");
      document.querySelectorAll("li[data-time]").forEach(function (item) {
        var data = item.dataset;
        item.hidden = Boolean(since && data.time.slice(0, 10) < since || severity && data.severity !== severity ||
          kind && data.kinds.split(" ").indexOf(kind) < 0 || label && !data.labels.split(" ").some(function (other) { return other.indexOf(label) >= 0; }));
      });
      document.querySelectorAll("section.day").forEach(function (day) { day.hidden = !day.querySelector("li[data-time]:not([hidden])"); });
    }
    form.addEventListener("input", apply);
  }

  var place = document.querySelector("[data-any]"), form = document.querySelector("[data-change-filter]");
  if (place) { loaded(function () { any(place); }); }
  if (form) { filter(form); }
})();
