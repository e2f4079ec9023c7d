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
  var shown = null, index = null;

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
      var link = row.querySelector("a"), at = byId.get(decodeURIComponent(link.hash.slice(1)));
      var names = [link.textContent].concat((row.getAttribute("data-also") || "").split("|")).filter(Boolean).map(spaced);
      return { row: row, names: names, text: at ? spaced(at.textContent) : " ", place: place };
    });
    return index;
  }

  function times(text, word) { return text.split(" " + word).length - 1; }
  function stem(word) { return word.length > 4 ? word.replace(/(?:es|s)$/, "") : word; }

  // Names first: the very name, names that begin so, all words in a name; then texts that hold all words, the fullest of them first.
  function rank(entry, query, words) {
    if (entry.names.indexOf(" " + query + " ") >= 0) return 0;
    if (entry.names.some(function (name) { return name.indexOf(" " + query) === 0; })) return 1;
    if (entry.names.some(function (name) { return words.every(function (word) { return times(name, word); }); })) return 2;
    var found = words.map(function (word) { return times(entry.text, word); });
    if (!found.every(Boolean)) return 9;
    var dense = found.reduce(function (sum, count) { return sum + count / (count + 1 + entry.text.length / 1500); }, 0);
    return 3 + 1 / (1 + dense);
  }

  function search() {
    var query = spaced(input.value).trim(), words = query.split(" ").filter(Boolean).map(stem);
    if (shown !== home) { history.replaceState(null, "", "#home"); open(); }
    var order = entries().map(function (entry) { return { entry: entry, rank: words.length ? rank(entry, query, words) : 0 }; });
    order.sort(function (a, b) { return a.rank - b.rank || a.entry.place - b.entry.place; });
    var all = document.createDocumentFragment(), count = 0;
    order.forEach(function (item) {
      item.entry.row.hidden = item.rank === 9;
      if (item.rank !== 9) count++;
      all.append(item.entry.row);
    });
    list.append(all);
    var text = (LUDEX_WORDS[html.lang] || LUDEX_WORDS.en).found;
    status.textContent = words.length ? (count === 1 ? text.one : text.other).replace("{n}", count) : "";
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
