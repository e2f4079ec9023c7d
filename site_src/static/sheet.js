// My sheet: pinned entries in the reader's order, kept in this browser, printed on a page or two, shared by address.
(function () {
  "use strict";
  var ludex = window.ludex;
  var place = document.querySelector("[data-sheet]");
  if (!place) return;
  var shared = sharedPins();
  var pins = shared || ludex.memory.get("pins", []);
  var bar = ludex.element("div", { "class": "tools no-print" });
  var list = ludex.element("ol", { "class": "pins" });
  place.append(bar, list);

  function sharedPins() {
    var found = /^#pins=(.*)$/.exec(location.hash);
    if (!found) return null;
    return found[1].split(",").map(function (part) {
      try { return "entry/" + decodeURIComponent(part) + ".html"; } catch (error) { return ""; }
    }).filter(Boolean);
  }

  function address() {
    var parts = pins.map(function (path) { return encodeURIComponent(path.replace(/^entry\//, "").replace(/\.html$/, "")).replace(/%2F/g, "/"); });
    return location.href.split("#")[0] + "#pins=" + parts.join(",");
  }

  function save() { if (!shared) ludex.memory.set("pins", pins); }

  function move(path, by) {
    var at = pins.indexOf(path), to = at + by;
    if (to < 0 || to >= pins.length) return;
    pins.splice(at, 1);
    pins.splice(to, 0, path);
    save();
    draw().then(function () {
      var button = list.children[to] && list.children[to].querySelectorAll("button")[by < 0 ? 0 : 1];
      if (button) button.focus();
    });
  }

  function item(path, card) {
    var head = ludex.element("h2", {}, ludex.element("a", { href: ludex.url(path) }, card.n));
    var box = ludex.element("li", { lang: card.l || null }, head, ludex.element("p", { "class": "meta" }, [card.k, card.c, card.e].filter(Boolean).join(" · ")));
    if (card.t) box.append(ludex.element("p", { "class": "meta" }, card.t.map(function (label) { return label[0]; }).join(", ")));
    (card.w || []).forEach(function (line) { box.append(ludex.element("p", { "class": "weapon-line" }, line)); });
    (card.x || (card.w ? "" : card.s)).split("\n").filter(Boolean).forEach(function (line) { box.append(ludex.element("p", {}, line)); });
    box.append(ludex.element("p", { "class": "no-print pin-tools" },
      ludex.button("↑", function () { move(path, -1); }, { "aria-label": ludex.say("move-up", { name: card.n }) }),
      ludex.button("↓", function () { move(path, 1); }, { "aria-label": ludex.say("move-down", { name: card.n }) }),
      ludex.button(ludex.say("unpin"), function () { pins = pins.filter(function (other) { return other !== path; }); save(); draw(); },
        { "aria-label": ludex.say("unpin") + ": " + card.n })));
    return box;
  }

  function draw() {
    return Promise.all(pins.map(ludex.card)).then(function (cards) {
      list.textContent = "";
      cards.forEach(function (card, index) { if (card) list.append(item(pins[index], card)); });
      bar.hidden = !cards.some(Boolean);
      if (!list.children.length) list.append(ludex.element("li", { "class": "empty" }, ludex.say("sheet-empty")));
    });
  }

  bar.append(
    ludex.button(ludex.say("print"), function () { window.print(); }),
    ludex.button(ludex.say("share"), function () {
      var text = address();
      history.replaceState(null, "", text);
      if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(text).then(function () { ludex.toast(ludex.say("copied")); }, function () {});
    }));
  if (shared) bar.append(ludex.button(ludex.say("keep-shared"), function (button) {
    shared = null;
    save();
    history.replaceState(null, "", location.href.split("#")[0]);
    button.remove();
  }));
  draw();
})();
