// Before the first paint: a memory that may be forbidden, the reader's colour scheme, and the word that scripts run.
(function () {
  "use strict";
  var ludex = (window.ludex = window.ludex || {});
  var html = document.documentElement;
  var root = new URL(html.getAttribute("data-root") || "./", location.href);
  var onDisk = location.protocol === "file:";
  root.search = root.hash = "";
  ludex.root = root.href;

  // From disk Firefox gives each page a storage of its own, but cookies to a whole folder; Chromium the other way round.
  function cookie(name) {
    var found = document.cookie.match("(?:^|; )ludex-" + name + "=([^;]*)");
    return found ? decodeURIComponent(found[1]) : null;
  }
  function setCookie(name, text, seconds) {
    document.cookie = "ludex-" + name + "=" + encodeURIComponent(text) + "; path=" + root.pathname + "; max-age=" + seconds + "; SameSite=Strict";
    if (cookie(name) === text) return true;
    if (seconds) setCookie(name, "", 0);
    return false;
  }

  /** Values kept in the browser, apart for each site; silently forgotten where storage is forbidden. */
  ludex.memory = {
    get: function (name, otherwise) {
      try {
        var text = onDisk ? cookie(name) : null;
        if (text === null) text = localStorage.getItem("ludex:" + ludex.root + ":" + name);
        return text === null ? otherwise : JSON.parse(text);
      } catch (error) { return otherwise; }
    },
    set: function (name, value) {
      var text = JSON.stringify(value);
      try {
        if (!onDisk || !setCookie(name, text, 31536000)) localStorage.setItem("ludex:" + ludex.root + ":" + name, text);
        return true;
      } catch (error) { return false; }
    }
  };

  html.className = html.className.replace("no-js", "js");
  var theme = ludex.memory.get("theme");
  if (theme === "light" || theme === "dark") html.setAttribute("data-theme", theme);
  if (ludex.memory.get("auto") === false) html.classList.add("no-auto");
})();
