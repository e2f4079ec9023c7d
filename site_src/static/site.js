// What every page's script needs: the way to the root (early.js has it and the memory), the interface's words, small makers.
(function () {
  "use strict";
  var ludex = (window.ludex = window.ludex || {});
  var html = document.documentElement;
  var waiting = {};

  /** The whole address of a path below the site's root. */
  ludex.url = function (path) {
    var cut = path.indexOf("#");
    var file = cut < 0 ? path : path.slice(0, cut);
    return ludex.root + file.split("/").map(encodeURIComponent).join("/") + (cut < 0 ? "" : path.slice(cut));
  };

  /** The path below the root of a whole address, or "" for one outside the site. */
  ludex.pathOf = function (address) {
    var plain = address.split(/[?#]/)[0];
    if (plain.indexOf(ludex.root) !== 0) return "";
    try { return decodeURIComponent(plain.slice(ludex.root.length)); } catch (error) { return ""; }
  };

  /** The interface's words in the page's language; {name} is filled in. */
  ludex.say = function (key, values) {
    var words = ludex.words[html.lang.split("-")[0]] || {};
    var text = words[key] || (ludex.words.en || {})[key] || key;
    if (typeof text === "object") text = values && values.n === 1 && text.one ? text.one : text.other;
    return text.replace(/\{(\w+)\}/g, function (whole, name) { return values && name in values ? values[name] : whole; });
  };
  ludex.words = ludex.words || {};

  /** The day of an ISO time as the page writes it: "12 May 2020"; what is no date stays as it is. */
  ludex.day = function (time) {
    var found = /^(\d{4})-(\d\d)-(\d\d)/.exec(time);
    return found ? ludex.say("date", { day: Number(found[3]), month: ludex.say("months").split(" ")[found[2] - 1], year: found[1] }) : time;
  };

  // Where the navigation is wider than the screen, the place that the reader is at is in sight.
  var nav = document.querySelector(".site-nav"), here = nav && nav.querySelector("[aria-current]");
  if (here && here.offsetLeft + here.offsetWidth > nav.clientWidth) nav.scrollLeft = here.offsetLeft;

  var box = document.getElementById("search-box");
  if (box) Object.assign(box, { autocomplete: "off", autocapitalize: "off", spellcheck: false, enterKeyHint: "search" });

  /** Load a classic script once; works from disk, where nothing may be fetched. */
  ludex.load = function (path) {
    if (!waiting[path]) {
      waiting[path] = new Promise(function (resolve, reject) {
        var script = document.createElement("script");
        script.src = ludex.url(path);
        script.onload = resolve;
        script.onerror = function () { delete waiting[path]; reject(new Error(path)); };
        document.head.appendChild(script);
      });
    }
    return waiting[path];
  };

  /** Make an element: ludex.element("a", {href: "…"}, "text", child …). */
  ludex.element = function (name, attributes) {
    var made = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) {
      if (attributes[key] !== null && attributes[key] !== undefined) made.setAttribute(key, attributes[key]);
    });
    for (var index = 2; index < arguments.length; index++) if (arguments[index]) made.append(arguments[index]);
    return made;
  };

  /** A button that does something. */
  ludex.button = function (text, action, attributes) {
    var made = ludex.element("button", Object.assign({ type: "button" }, attributes || {}), text);
    made.addEventListener("click", function () { action(made); });
    return made;
  };

  /** Say something for a moment, also to screen readers. */
  var toast;
  ludex.toast = function (text) {
    if (!toast) { toast = ludex.element("div", { "class": "toast", role: "status" }); document.body.appendChild(toast); }
    toast.hidden = false;
    toast.textContent = text;
    clearTimeout(toast.timer);
    toast.timer = setTimeout(function () { toast.hidden = true; }, 2500);
  };

  // The colour scheme: the system's, light or dark, in turn.
  function themeButton() {
    var order = ["system", "light", "dark"];
    var made = ludex.button("", function () { set(order[(order.indexOf(current()) + 1) % 3]); });
    function current() { return html.getAttribute("data-theme") || "system"; }
    function set(theme) {
      if (theme === "system") html.removeAttribute("data-theme"); else html.setAttribute("data-theme", theme);
      ludex.memory.set("theme", theme);
      label();
    }
    function label() { made.textContent = ludex.say("theme") + ": " + ludex.say("theme-" + current()); }
    label();
    return made;
  }

  ludex.switches = document.querySelector(".site-foot .foot-links");
  ludex.addSwitch = function (button) {
    if (ludex.switches) ludex.switches.append(ludex.element("li", {}, button));
  };
  ludex.addSwitch(themeButton());

  // Links that nobody wrote are links no more where the reader switched them off.
  function autoButton() {
    var made = ludex.button("", function () {
      var off = html.classList.toggle("no-auto");
      ludex.memory.set("auto", !off);
      show();
    });
    function show() {
      var off = html.classList.contains("no-auto"), from = off ? "href" : "data-href", to = off ? "data-href" : "href";
      document.querySelectorAll("a.auto[" + from + "]").forEach(function (link) {
        link.setAttribute(to, link.getAttribute(from));
        link.removeAttribute(from);
      });
      made.textContent = ludex.say("auto-links") + ": " + ludex.say(off ? "switch-off" : "switch-on");
    }
    show();
    return made;
  }
  ludex.addSwitch(autoButton());

  // Over http the site is an app: it is kept for reading without a network, and says when it has changed.
  if (/^https?:$/.test(location.protocol) && navigator.serviceWorker && window.isSecureContext) {
    navigator.serviceWorker.addEventListener("message", function (event) { ludex.toast(ludex.say(event.data)); });
    window.addEventListener("load", function () { navigator.serviceWorker.register(ludex.root + "sw.js").catch(function () { /* no app then */ }); });
    if (document.querySelector("[data-app]")) {
      document.head.append(ludex.element("link", { rel: "manifest", href: ludex.url("manifest.webmanifest") }));
    }
  }
})();
