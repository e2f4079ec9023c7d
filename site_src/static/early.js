// Before the first paint: the reader's colour scheme, whether automatic links show, and the word that scripts run.
(function () {
  "use strict";
  var root = document.documentElement;
  root.className = root.className.replace("no-js", "js");
  try {
    var theme = localStorage.getItem("ludex-theme");
    if (theme === "light" || theme === "dark") root.setAttribute("data-theme", theme);
    if (localStorage.getItem("ludex-auto") === "off") root.classList.add("no-auto");
  } catch (error) { /* storage is forbidden: the system's scheme stays */ }
})();
