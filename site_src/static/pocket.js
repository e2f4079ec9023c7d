// The pocket edition: one place at a time by its address, and a search over all of them.
(function () {
  "use strict";
  var html = document.documentElement;
  html.className = "js";
  var places = Array.from(document.querySelectorAll(".place"));
  var byId = new Map(places.map(function (place) { return [place.id, place]; }));
  var home = byId.get("home");
  var list = home.querySelector("ul.terms"), rows = Array.from(list.children);
  var input = document.getElementById("pocket-search"), status = home.querySelector("[role=status]");
  var shown = null, index = null, FEW = 30;

  function plain(text) { return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[\u2212\u2013]/g, "-"); }

  function open() {
    var hash = "";
    try { hash = decodeURIComponent(location.hash.slice(1)); } catch (error) { /* the list */ }
    var cut = hash.indexOf(":");
    var place = byId.get(hash) || byId.get(cut < 0 ? "" : hash.slice(0, cut)) || home;
    if (shown) shown.classList.remove("open");
    shown = place;
    place.classList.add("open");
    var anchor = hash && document.getElementById(hash);
    if (anchor && anchor !== place) anchor.scrollIntoView(); else window.scrollTo(0, 0);
    var head = place.querySelector("h1");
    document.title = head ? head.textContent : html.title;
  }

  // Words between blanks: a word of a query is looked for at the beginning of words.
  function spaced(text) { return " " + plain(text).replace(/[^\p{L}\p{N}+-]+/gu, " ").trim() + " "; }

  function entries() {
    if (!index) index = rows.map(function (row, place) {
      var link = row.querySelector("a"), id = decodeURIComponent(link.hash.slice(1)), at = byId.get(id);
      var names = [link.textContent].concat((row.getAttribute("data-also") || "").split("|")).filter(Boolean).map(spaced);
      return { row: row, names: names, all: names.join(""), text: at ? spaced(at.textContent) : " ", page: /^page\//.test(id) ? 1 : 0, place: place };
    });
    return index;
  }

  var stops = new Set(LUDEX_STOPS.split(" "));
  function times(text, word) { return text.split(" " + word).length - 1; }
  function stem(word) { return word.length > 4 ? word.replace(/(?:es|s)$/, "") : word; }

  /* How many letters two words differ by; more than *most* is all the same. */
  function away(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    var row = Array.from({ length: other.length + 1 }, function (each, at) { return at; });
    for (var i = 1; i <= one.length; i++) {
      var before = row[0];
      row[0] = i;
      for (var j = 1; j <= other.length; j++) {
        var same = before + (one[i - 1] === other[j - 1] ? 0 : 1);
        before = row[j];
        row[j] = Math.min(same, row[j] + 1, row[j - 1] + 1);
      }
    }
    return row[other.length];
  }

  /* The word itself where any text has it, else the nearest word of a name. */
  function known(word) {
    if (word.length < 4 || entries().some(function (entry) { return times(entry.text, stem(word)) || times(entry.all, stem(word)); })) return word;
    var most = word.length < 8 ? 1 : 2, best = word, least = most + 1;
    entries().forEach(function (entry) {
      entry.all.split(" ").forEach(function (other) {
        var far = other ? away(word, other, most) : least;
        if (far < least) { least = far; best = other; }
      });
    });
    return best;
  }

  /* Names first: the very name, names that begin so, all words in a name; then texts that hold all words, then those that hold the rarest. */
  function rank(entry, query, words, rare) {
    if (entry.names.indexOf(" " + query + " ") >= 0) return 0;
    if (entry.names.some(function (name) { return name.indexOf(" " + query) === 0; })) return 1;
    if (entry.names.some(function (name) { return words.every(function (word) { return times(name, word); }); })) return 2;
    var held = 0, dense = 0;
    words.forEach(function (word, at) {
      var count = times(entry.text, word), named = times(entry.all, word) ? 1 : 0;
      if (count || named) held++;
      dense += rare[at] * (named + count / (count + 1 + entry.text.length / 1500));
    });
    if (entry.page) dense *= 0.8; /* an entry says the rule by itself */
    if (!dense) return 9;
    return (held === words.length ? 3 : 5) + 1 / (1 + dense);
  }

  function search() {
    var typed = spaced(input.value).trim().split(" ").filter(Boolean).map(known), query = typed.join(" ");
    var telling = typed.filter(function (word) { return !stops.has(word); }), words = (telling.length ? telling : typed).map(stem);
    var rare = words.map(function (word) {
      var having = entries().filter(function (entry) { return times(entry.text, word); }).length;
      return Math.log(1 + entries().length / (1 + having));
    });
    if (shown !== home) { history.replaceState(null, "", "#home"); open(); }
    var order = entries().map(function (entry) { return { entry: entry, rank: words.length ? rank(entry, query, words, rare) : 0 }; });
    if (words.length) order.sort(function (a, b) {
      return a.rank - b.rank || a.entry.page - b.entry.page || (a.rank === 0 ? b.entry.text.length - a.entry.text.length : 0) || a.entry.place - b.entry.place;
    });
    var all = document.createDocumentFragment(), count = 0, whole = order.some(function (item) { return item.rank < 5; });
    order.forEach(function (item) {
      item.entry.row.hidden = whole ? item.rank >= 5 : item.rank === 9 || count >= FEW;
      if (!item.entry.row.hidden) count++;
      all.append(item.entry.row);
    });
    list.append(all);
    var text = (LUDEX_WORDS[html.lang] || LUDEX_WORDS.en).found;
    status.textContent = words.length ? (count === 1 ? text.one : text.other).replace("{n}", count) + (query === spaced(input.value).trim() ? "" : ": " + query) : "";
  }

  input.addEventListener("input", search);
  input.form.addEventListener("submit", function (event) {
    event.preventDefault();
    var first = list.querySelector("li:not([hidden]) a");
    if (first) { location.hash = first.hash; input.blur(); }
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); input.select(); }
  });
  window.addEventListener("hashchange", open);
  open();
})();
