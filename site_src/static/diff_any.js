/* Any two revisions of a page side by side, or one of them as it was: drawn from the blocks that every revision is a list of. */
(function () {
  "use strict";
  var engine = window.ludexDiff, ludex = window.ludex;
  var place = document.querySelector("[data-any]"), said = place.dataset;
  var frame = document.querySelector(".diff-frame"), body = frame.querySelector("tbody");
  var was = document.querySelector("[data-was-page]"), dropped = document.querySelector("p.dropped");
  var title = document.querySelector("h1"), titles = [title.textContent, document.title];
  var links = JSON.parse(said.links), fields = JSON.parse(said.fields), label = labels();

  /** The labels of today's links as words to look for, the longest first; null where there are none. */
  function labels() {
    var names = Object.keys(links).sort(function (one, two) { return two.length - one.length; }).map(function (text) {
      return text.replace(/[.*+?^${}()|[\]\\\/]/g, "\\$&");
    });
    return names.length ? new RegExp("(?<![\\p{L}\\p{N}])(?:" + names.join("|") + ")(?![\\p{L}\\p{N}])", "gu") : null;
  }

  function make(name, attributes, children) {
    var node = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    (children || []).forEach(function (child) { node.append(child); });
    return node;
  }

  function filled(text, values) { return text.replace(/\{(\w+)\}/g, function (hit, name) { return name in values ? values[name] : hit; }); }

  /* what the scripts say ---------------------------------------------------------------------------- */
  function read(shards) {
    var blocks = [], revisions = [], before = [];
    shards.forEach(function (shard) {
      shard[2].forEach(function (row) {
        var kind = shard[1][row[0]], start = row[2] || 0, silent = start < 0;
        blocks.push({
          kind: kind[0], level: kind[1], frames: kind[2] || [], columns: kind[3] || [], shown: row[1],
          text: silent ? "" : row[1], body: silent ? "" : row[1].slice(start), number: start > 0 ? row[1].slice(0, start).trim() : "",
          look: (silent ? row[1] : "") + row[0] + "." + (row[3] || 0)
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

  /* two revisions ----------------------------------------------------------------------------------- */
  function drawn(item, parts, mark) {
    return marked(make("p", { "class": "block " + item.kind.replace(/[^a-z]/g, "") }), parts, mark);
  }

  function marked(node, parts, mark) {
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
      nodes.push(drawn(item, mine, mark));
    });
    return nodes;
  }

  function shown(item) { return item.text ? item : { kind: item.kind, text: item.shown }; }

  function same(one, two) { return engine.words(one.body.toLowerCase()).join(" ") === engine.words(two.body.toLowerCase()).join(" "); }

  function kindOf(match, one, two) {
    if (!one || !two) { return /^(?:navigation|rule)$/.test((one || two).kind) ? "noise" : one ? "removed" : "added"; }
    if (match.new.length > 1) { return "split"; }
    if (match.old.length > 1) { return "merged"; }
    if (match.moved) { return "moved"; }
    if (one.text === two.text) { return one.look === two.look ? "same" : "noise"; }
    return same(one, two) ? "noise" : "changed";
  }

  function compare(old, now) {
    var found = engine.align(old, now), number = 0, unchanged = 0, section = null, head = null, given = {};
    body.textContent = "";
    function line(text) { body.append(make("tr", { "class": "fold" }, [make("td", { colspan: "2" }, [text])])); }
    function fold() {
      if (unchanged) { line(filled(said.unchanged, { n: unchanged })); }
      unchanged = 0;
    }
    if (found.coarse) { line(said.coarse); }
    found.matches.forEach(function (match) {
      var one = old[match.old[0]], two = now[match.new[0]], kind = kindOf(match, one, two);
      if (kind === "same") { unchanged++; return; }
      fold();
      var here = (two || one).section;
      if (here !== section) { head = null; }
      if (here && here !== section) {
        head = make("tr", { "class": "section noise" }, [make("th", { colspan: "2" }, [here])]);
        body.append(head);
      }
      if (head && kind !== "noise") { head.className = "section"; }
      section = here;
      number++;
      body.append(row(kind, match.old.map(function (i) { return shown(old[i]); }), match.new.map(function (i) { return shown(now[i]); }), number, given));
    });
    fold();
    if (!number) { line(said.nothing); }
    document.getElementById("hide-noise").checked = Boolean(body.querySelector("tr[id]:not(.noise)"));
  }

  function parted(old, now) {
    if (old && now) { return old === now ? [["=", old]] : engine.wordDiff(old, now); }
    return [["-", old], ["+", now]].filter(function (part) { return part[1]; });
  }

  /** The parts of each cell, where at most one row of a table is on each side: of rows of unlike length, the cells that are alike meet. Else null. */
  function celled(olds, news) {
    var sides = [olds, news].filter(function (items) { return items.length; });
    if (!sides.every(function (items) { return items.length === 1 && /^(?:row|record)$/.test(items[0].kind); })) { return null; }
    var old = olds.length ? olds[0].text.split(" | ") : [], now = news.length ? news[0].text.split(" | ") : [];
    if (Math.max(old.length, now.length) < 2) { return null; }
    if (sides.length > 1 && old.length !== now.length) { return met(old, now); }
    return (old.length ? old : now).map(function (_, place) { return parted(old[place] || "", now[place] || ""); });
  }

  function met(old, now) {
    var blocks = [old, now].map(function (side) {
      return side.map(function (text) { return { kind: "cell", text: text || "∅", body: text || "∅", look: "" }; });
    });
    function joined(side, places) { return places.map(function (place) { return side[place]; }).join(" "); }
    return engine.align(blocks[0], blocks[1]).matches.map(function (match) { return parted(joined(old, match.old), joined(now, match.new)); });
  }

  function listed(cells, mark) {
    return make("ul", { "class": "block cells" }, cells.map(function (parts) { return marked(make("li"), parts, mark); }));
  }

  function row(kind, olds, news, number, given) {
    var join = function (items) { return items.map(function (item) { return item.text; }).join(" "); };
    var cells = celled(olds, news), parts = cells
      ? cells.reduce(function (all, one, place) { return all.concat(place ? [["=", " | "]] : [], one); }, []) : parted(join(olds), join(news));
    var left = make("td", { "class": "left" }, cells && olds.length ? [listed(cells, "-")] : cut(olds, parts, "-"));
    var right = make("td", { "class": "right" }, cells && news.length ? [listed(cells, "+")] : cut(news, parts, "+"));
    var kept = news.map(function (item) { return item.text; });
    olds.forEach(function (item, place) {
      var name = anchor(item.text);
      if (kept.indexOf(item.text) < 0 && !given[name]) { left.children[place].id = name; given[name] = true; }
    });
    if (olds.length && news.length) { right.append(make("div", { "class": "inline" }, [drawn(news[0], parts, "both")])); }
    var note = { moved: said.moved, split: said.split, merged: said.merged, noise: said.markup }[kind];
    if (note) { right.append(make("p", { "class": "note" }, [note])); }
    var line = make("tr", { "class": kind, id: "change-" + number }, [left, right]);
    return line;
  }

  /** The anchor of an old wording, as site_src/views/diff.py gives it: the CRC-32 of its text. */
  function anchor(text) {
    var crc = -1;
    new TextEncoder().encode(text).forEach(function (byte) {
      crc ^= byte;
      for (var bit = 0; bit < 8; bit++) { crc = crc >>> 1 ^ (crc & 1 ? 0xedb88320 : 0); }
    });
    return "was-" + ((crc ^ -1) >>> 0).toString(16).padStart(8, "0");
  }

  /* one revision, as it was ------------------------------------------------------------------------- */
  var FRAMES = { "list ul": "ul", "list ol": "ol", "list dl": "ul", "element blockquote": "blockquote", ruling: "aside" };

  function opened(name, into) {
    if (name === "table" || name.indexOf("records") === 0) {
      var rows = make("tbody");
      into.append(make("div", { "class": "scroll" }, [make("table", {}, [rows])]));
      return rows;
    }
    var list = FRAMES[name], kind = name.split(" "), names = kind[0] === "box" ? "box box-" + kind.slice(1).join("-") : kind[0] === "marked"
      ? ["marked", "marked-" + kind[1]].concat(kind.slice(2).map(function (edition) { return "edition-" + edition.toLowerCase(); })).join(" ") : kind[0] === "errata" ? "errata errata-" + kind[1] : kind[0];
    var node = make(list || "div", { "class": names });
    if (/^[uo]l$/i.test(into.tagName)) { (into.lastElementChild || into.appendChild(make("li"))).append(node); } else { into.append(node); }
    return node;
  }

  function cells(item, name) { return make("tr", {}, item.shown.split(" | ").map(function (text) { return make(name, {}, linked(text)); })); }

  /** *text* with links on the words that the page of today links, each once. */
  function linked(text) {
    var out = [], at = 0, met = {};
    if (!label) { return [text]; }
    Array.from(text.matchAll(label)).forEach(function (found) {
      if (met[found[0]]) { return; }
      met[found[0]] = true;
      out.push(text.slice(at, found.index), make("a", { href: links[found[0]] }, [found[0]]));
      at = found.index + found[0].length;
    });
    return out.concat(text.slice(at));
  }

  function named(column) {
    var text = fields[column] || column.replace(/^range /, "").replace(/_/g, " ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  function put(item, into, before) {
    var rows = into.tagName === "TBODY" ? into : null;
    if (item.kind === "row" || item.kind === "record") {
      if (!rows) { rows = opened("table", into); }
      if (item.columns.length && (!before || before.columns.join() !== item.columns.join())) {
        rows.append(make("tr", {}, ["name"].concat(item.columns).map(function (column) { return make("th", {}, [column && named(column)]); })));
      }
      rows.append(cells(item, "td"));
      return;
    }
    var list = /^[UO]L$/.test(into.tagName), name = item.kind === "heading" ? "h" + Math.min(6, Math.max(2, item.level)) : list ? "li" : "p";
    var looks = { title: "box-title", part: "part", labels: "labels", image: "note", navigation: "note", question: "question" }[item.kind];
    var node = make(name, looks ? { "class": looks } : {}, item.kind === "heading" || item.kind === "title" ? [item.shown] : linked(item.shown));
    if (rows) { rows.append(make("tr", {}, [make("td", {}, [node])])); } else { into.append(node); }
  }

  function printed(blocks) {
    var page = make("div", { "class": "prose" }), open = [{ frame: "", node: page }], before = null;
    blocks.forEach(function (item) {
      if (item.kind === "navigation") { return; }
      var depth = 0, frames = item.frames, starts = item.kind === "title" || item.kind === "caption";
      while (depth < frames.length && open[depth + 1] && open[depth + 1].frame === frames[depth] && !(starts && depth === frames.length - 1)) { depth++; }
      open.length = depth + 1;
      for (; depth < frames.length; depth++) { open.push({ frame: frames[depth], node: opened(frames[depth], open[depth].node) }); }
      put(item, open[depth].node, before);
      before = item;
    });
    return page;
  }

  /* the page ---------------------------------------------------------------------------------------- */
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

  function about(item) {
    return [ludex.day(item.time) + item.time.slice(10).replace(/^T(\d\d:\d\d).*$/, ", $1"), item.user, item.section && "→ " + item.section, item.comment].filter(Boolean).join(" · ") || item.id;
  }

  function begin() {
    var data = read((window.ludexShards || []).slice()), last = data.revisions.length - 1;
    function button(text, action) {
      var node = make("button", { type: "button" }, [text]);
      node.addEventListener("click", action);
      return node;
    }
    function pick(label) {
      var select = make("select", {}, data.revisions.slice().reverse().map(function (item) { return make("option", { value: item.id }, [about(item)]); }));
      place.append(make("p", {}, [make("label", {}, [label + " ", select]), " ", button(said.was, function () { go(select.value); })]));
      select.addEventListener("change", function () { go(older.value + ".." + newer.value); });
      return select;
    }
    var older = pick(said.old), newer = pick(said.new);
    function find(id) { return data.revisions.find(function (item) { return item.id === id; }); }
    function go(address) {
      history.replaceState(null, "", "#" + address);
      show();
    }
    function blocksOf(item) { return item.list && placed(item.list, data.blocks); }

    function showOne(one) {
      var at = data.revisions.indexOf(one), blocks = blocksOf(one), steps = make("p", { "class": "steps" });
      if (at) { steps.append(button("← " + said.old, function () { go(data.revisions[at - 1].id); }), " "); }
      if (at < last) {
        steps.append(button(said.new + " →", function () { go(data.revisions[at + 1].id); }), " ");
        steps.append(button(said.compare, function () { go(one.id + ".." + data.revisions[last].id); }));
      }
      was.textContent = "";
      name(filled(one.time ? said.on : said.asof, { revision: one.id, date: ludex.day(one.time) }));
      was.append(make("p", { "class": "meta" }, [about(one), /-[0-9a-f]{12}$/.test(one.id) ? "" : " · " + filled(said.number, { label: one.id })]), steps,
        blocks ? printed(blocks) : make("p", { "class": "notice" }, [said.unknown]), make("p", { "class": "note" }, [said.bare]));
      older.value = one.id;
      newer.value = data.revisions[last].id;
    }

    function name(text) {
      title.textContent = text || titles[0];
      document.title = text ? titles[1].replace(titles[0], text) : titles[1];
    }

    function showTwo(one, two) {
      var old = blocksOf(one), now = blocksOf(two);
      older.value = one.id;
      newer.value = two.id;
      if (old && now) { compare(old, now); return; }
      body.textContent = "";
      body.append(make("tr", { "class": "fold" }, [make("td", { colspan: "2" }, [said.unknown])]));
    }

    /** Mark the old wording that the address names, and say which revision dropped it. */
    function mark(two) {
      var name = /#(was-[0-9a-f]{8})$/.exec(location.href), target = name && document.getElementById(name[1]);
      dropped.hidden = !target;
      if (!target) { return; }
      dropped.textContent = filled(said.dropped, { revision: two.id, date: ludex.day(two.time) });
      target.classList.add("target");
      target.scrollIntoView({ block: "center" });
    }

    function decoded(text) {
      try { return decodeURIComponent(text); } catch (error) { return text; }
    }

    function show() {
      var hash = location.hash.slice(1), query = location.search.slice(1).split("&").find(function (part) { return part.indexOf("=") < 0; }) || "";
      var asked = decoded(hash && hash.indexOf("was-") !== 0 ? hash : query).split("..");
      var one = find(asked[0]), alone = one && asked.length === 1, two = find(asked[1]) || data.revisions[last];
      one = one || data.revisions[Math.max(0, last - 1)];
      frame.hidden = place.hidden = Boolean(alone);
      was.hidden = !alone;
      dropped.hidden = true;
      if (alone) { showOne(one); return; }
      name("");
      showTwo(one, two);
      mark(two);
    }
    window.addEventListener("hashchange", show);
    show();
  }

  loaded(begin);
})();
