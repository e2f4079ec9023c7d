/* Steps through a difference with n and p. */
(function () {
  "use strict";

  function rows() {
    return Array.from(document.querySelectorAll("tr[id^=change-]")).filter(function (row) { return row.offsetParent !== null; });
  }

  function step(by) {
    var all = rows(), here = document.querySelector("tr.here"), at = here ? all.indexOf(here) : -1;
    if (!all.length) { return; }
    var next = here ? Math.min(all.length - 1, Math.max(0, at + by)) : by > 0 ? 0 : all.length - 1;
    if (here) { here.classList.remove("here"); }
    all[next].classList.add("here");
    all[next].scrollIntoView({ block: "center" });
  }

  document.addEventListener("keydown", function (event) {
    var target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && target.type !== "radio" && target.type !== "checkbox") { return; }
    if (target.isContentEditable || !document.querySelector(".diff")) { return; }
    if (event.key === "n") { step(1); event.preventDefault(); }
    if (event.key === "p") { step(-1); event.preventDefault(); }
  });
})();
