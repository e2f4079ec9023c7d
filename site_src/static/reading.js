// While reading: contents that follow the scroll, copy as quotation, pin to the sheet, recently viewed.
(function () {
  "use strict";
  var ludex = window.ludex;
  var MOST_RECENT = 10;
  var here = ludex.pathOf(location.href);

  function followContents() {
    var links = Array.from(document.querySelectorAll(".contents a"));
    if (!links.length || !("IntersectionObserver" in window)) return;
    var heads = links.map(function (link) { return document.getElementById(decodeURIComponent(link.hash.slice(1))); });
    var frame = 0;
    function mark() {
      frame = 0;
      var now = 0;
      heads.forEach(function (head, index) { if (head && head.getBoundingClientRect().top < 120) now = index; });
      links.forEach(function (link, index) {
        if (index !== now) link.removeAttribute("aria-current");
        else if (!link.hasAttribute("aria-current")) {
          link.setAttribute("aria-current", "true");
          var list = link.closest(".contents"), row = link.getBoundingClientRect(), box = list.getBoundingClientRect();
          if (row.top < box.top || row.bottom > box.bottom) list.scrollTop += row.top - box.top - box.height / 2;
        }
      });
    }
    window.addEventListener("scroll", function () { if (!frame) frame = requestAnimationFrame(mark); }, { passive: true });
    mark();
  }

  // An address of a place that stands on another sheet of a long page.
  function findSheet() {
    if (!location.hash || document.querySelector(":target")) return;
    var link = Array.from(document.querySelectorAll(".contents a")).find(function (each) { return each.hash === location.hash; });
    if (link && link.pathname !== location.pathname) location.replace(link.href);
  }

  function copy(text) {
    if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text).catch(function () { return old(text); });
    return Promise.resolve(old(text));
  }
  function old(text) {
    var field = ludex.element("textarea", { readonly: "", "class": "visually-hidden" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }

  function quotation(article) {
    var name = article.getAttribute("data-name"), edition = article.getAttribute("data-edition");
    var cls = article.querySelector(".class");
    var lines = [name + (edition ? " (" + edition + ")" : "") + (cls ? " — " + cls.innerText : "")];
    article.querySelectorAll(".lead, .profile, .entry-part").forEach(function (part) { lines.push(part.innerText.replace(/\n{2,}/g, "\n").trim()); });
    var from = article.querySelectorAll(".provenance dd");
    lines.push(Array.from(from).map(function (cell) { return cell.innerText; }).join(" · "));
    lines.push(location.href.split("#")[0]);
    return lines.join("\n\n");
  }

  function actions() {
    var article = document.querySelector("article[data-entry]");
    var bar = document.querySelector("[data-actions]");
    if (!article || !bar) return;
    bar.append(ludex.button(ludex.say("copy-quotation"), function () {
      copy(quotation(article)).then(function () { ludex.toast(ludex.say("copied")); });
    }));
    var pin = ludex.button("", function () {
      var pins = ludex.memory.get("pins", []);
      var kept = pins.filter(function (item) { return item !== here; });
      if (kept.length === pins.length) kept.push(here);
      if (!ludex.memory.set("pins", kept)) ludex.toast(ludex.say("no-storage"));
      label();
    });
    function label() {
      var pinned = ludex.memory.get("pins", []).indexOf(here) >= 0;
      pin.textContent = ludex.say(pinned ? "unpin" : "pin");
      pin.setAttribute("aria-pressed", pinned);
    }
    label();
    bar.append(pin);
  }

  function remember() {
    var head = document.querySelector("main h1");
    if (!head || !/^(entry|page)\//.test(here)) return;
    var name = document.querySelector("article[data-name]");
    var recent = ludex.memory.get("recent", []).filter(function (item) { return item && item[0] !== here; });
    recent.unshift([here, name ? name.getAttribute("data-name") : head.textContent]);
    ludex.memory.set("recent", recent.slice(0, MOST_RECENT));
  }

  function showRecent() {
    var box = document.querySelector("[data-recent]");
    var recent = ludex.memory.get("recent", []);
    if (!box || !Array.isArray(recent) || !recent.length) return;
    var list = ludex.element("ul", { "class": "links" });
    recent.forEach(function (item) { list.append(ludex.element("li", {}, ludex.element("a", { href: ludex.url(item[0]) }, item[1]))); });
    box.append(list);
    box.hidden = false;
  }

  // A table that is wider than the page scrolls inside itself, by keyboard too; one that is drawn later is met then.
  var named = {};
  function scrollByKeyboard() {
    document.querySelectorAll(".scroll:not([tabindex])").forEach(function (box) {
      if (box.scrollWidth <= box.clientWidth) return;
      var caption = box.querySelector("caption");
      var heads = document.querySelectorAll("main h1");
      box.tabIndex = 0;
      box.setAttribute("role", "region");
      var name = (caption || heads[0] || box).textContent.trim().slice(0, 80);
      named[name] = (named[name] || 0) + 1;
      box.setAttribute("aria-label", named[name] > 1 ? name + " " + named[name] : name);
    });
  }

  findSheet();
  followContents();
  scrollByKeyboard();
  document.addEventListener("contentvisibilityautostatechange", scrollByKeyboard, true);
  actions();
  remember();
  showRecent();
})();
