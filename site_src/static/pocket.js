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

  // Names first: the very name, names that begin so, all words in the name; then texts that hold all words.
  function entries() {
    if (!index) index = rows.map(function (row, place) {
      var link = row.querySelector("a"), at = byId.get(decodeURIComponent(link.hash.slice(1)));
      return { row: row, name: plain(link.textContent), text: at ? plain(at.textContent) : "", place: place };
    });
    return index;
  }

  function rank(entry, query, words) {
    if (entry.name === query) return 0;
    if (entry.name.indexOf(query) === 0) return 1;
    if (words.every(function (word) { return (" " + entry.name).indexOf(" " + word) >= 0; })) return 2;
    if (words.every(function (word) { return entry.name.indexOf(word) >= 0; })) return 3;
    return words.every(function (word) { return entry.text.indexOf(word) >= 0; }) ? 4 : 9;
  }

  function search() {
    var query = plain(input.value.trim()), words = query.split(/\s+/).filter(Boolean);
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
