// The definition of a linked term, in place: on hover, on focus, on a long press; read from disk when first asked for.
(function () {
  "use strict";
  var ludex = window.ludex;
  var known = {};
  var card = null;
  var owner = null;
  var timer = 0;
  var on = ludex.memory.get("cards", true);

  /** Called by the scripts below cards/: remember their definitions. */
  ludex.cards = function (found) { Object.assign(known, found); };

  /** The definition of the entry at *path*, as a promise of a card's data or null. */
  ludex.card = function (path) {
    if (known[path]) return Promise.resolve(known[path]);
    return ludex.load("cards/" + shardOf(path) + ".js").then(function () { return known[path] || null; }, function () { return null; });
  };

  // FNV-1a, folded to a byte, as site_src/cards.py computes it.
  function shardOf(path) {
    var bytes = new TextEncoder().encode(path);
    var value = 0x811c9dc5;
    for (var index = 0; index < bytes.length; index++) value = Math.imul(value ^ bytes[index], 0x01000193) >>> 0;
    return ((value ^ (value >>> 8) ^ (value >>> 16) ^ (value >>> 24)) & 0xff).toString(16).padStart(2, "0");
  }
  ludex.shardOf = shardOf;

  function pathFor(link) {
    if (!link || !link.closest("main") || link.closest(".tabs, .crumbs, .sheets, .box-title, h1, h2, h3, h4, h5, h6")) return "";
    var path = link.getAttribute("data-card") || ludex.pathOf(link.href);
    return path.indexOf("entry/") === 0 && ludex.url(path) !== location.href.split(/[?#]/)[0] ? path : "";
  }

  function open(link) {
    var path = pathFor(link);
    if (!path || owner === link) return;
    ludex.card(path).then(function (found) {
      if (!found || !link.isConnected || (link !== document.activeElement && link !== hovered && !pressed)) return;
      var held = pressed;
      close();
      pressed = held;
      owner = link;
      card = draw(found, path);
      link.after(card);
      link.setAttribute("aria-describedby", "term-card");
      if (card.showPopover) { card.setAttribute("popover", "manual"); card.showPopover(); } else document.body.appendChild(card);
      place(link);
    });
  }

  function draw(found, path) {
    var facts = [found.k, found.c, found.e].filter(Boolean).join(" · ");
    var made = ludex.element("div", { "class": "card", id: "term-card", lang: found.l || null, role: "note" },
      ludex.element("p", { "class": "card-name" }, ludex.element("a", { href: ludex.url(path) }, found.n)),
      ludex.element("p", { "class": "meta" }, facts),
      ludex.element("p", {}, found.s));
    if (found.t) {
      var labels = ludex.element("p", { "class": "card-labels" });
      found.t.forEach(function (label, index) {
        if (index) labels.append(", ");
        labels.append(ludex.element("a", { href: ludex.url(label[1]) }, label[0]));
      });
      made.insertBefore(labels, made.lastChild);
    }
    made.addEventListener("pointerenter", function () { clearTimeout(timer); });
    made.addEventListener("pointerleave", later);
    return made;
  }

  function place(link) {
    var box = link.getClientRects()[0] || link.getBoundingClientRect();
    var width = card.offsetWidth, height = card.offsetHeight;
    var view = document.documentElement;
    var left = Math.max(8, Math.min(box.left, view.clientWidth - width - 8));
    var below = box.bottom + height + 12 < view.clientHeight || box.top < height + 12;
    card.style.left = left + window.scrollX + "px";
    card.style.top = (below ? box.bottom + 6 : box.top - height - 6) + window.scrollY + "px";
  }

  function close() {
    clearTimeout(timer);
    if (owner) owner.removeAttribute("aria-describedby");
    if (card) card.remove();
    owner = card = null;
    pressed = false;
  }
  function later() { clearTimeout(timer); timer = setTimeout(close, 250); }

  var hovered = null;
  var pressed = false;
  document.addEventListener("pointerover", function (event) {
    if (!on || event.pointerType === "touch") return;
    var link = event.target.closest("a");
    if (link === hovered) return;
    hovered = link;
    if (card && card.contains(event.target)) return;
    if (pathFor(link)) { clearTimeout(timer); timer = setTimeout(open, card ? 60 : 180, link); } else if (card) later(); else clearTimeout(timer);
  });
  document.addEventListener("focusin", function (event) {
    if (!on || pressed || (card && card.contains(event.target))) return;
    if (event.target.matches && event.target.matches("a:focus-visible") && pathFor(event.target)) { clearTimeout(timer); timer = setTimeout(open, 250, event.target); } else close();
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && card) { var back = owner; close(); if (back && document.activeElement === document.body) back.focus(); event.stopPropagation(); }
  }, true);
  document.addEventListener("pointerdown", function (event) {
    if (card && !card.contains(event.target)) close();
    if (!on || event.pointerType !== "touch") return;
    var link = event.target.closest("a");
    if (!pathFor(link)) return;
    timer = setTimeout(function () { pressed = true; open(link); }, 450);
  });
  ["pointerup", "pointercancel"].forEach(function (name) {
    document.addEventListener(name, function () { if (!pressed) clearTimeout(timer); });
  });
  document.addEventListener("contextmenu", function (event) { if (pressed) event.preventDefault(); });
  document.addEventListener("click", function (event) {
    if (pressed && owner && owner.contains(event.target)) { event.preventDefault(); pressed = false; }
  }, true);
  window.addEventListener("resize", close);

  function label(button) {
    button.textContent = ludex.say("cards") + ": " + ludex.say(on ? "switch-on" : "switch-off");
  }
  var button = ludex.button("", function () { on = !on; ludex.memory.set("cards", on); close(); label(button); });
  label(button);
  ludex.addSwitch(button);
})();
