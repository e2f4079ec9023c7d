// Lists and tables that filter as you type, tables that sort by any column, weapons side by side.
(function () {
  "use strict";
  var ludex = window.ludex;
  var MOST = 4;

  function plain(text) { return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[−–]/g, "-"); }

  function tools(before, label) {
    var input = ludex.element("input", { type: "search", "aria-label": label, placeholder: label, autocomplete: "off" });
    var result = ludex.element("span", { "class": "result", role: "status" });
    var bar = before.previousElementSibling;
    if (!bar || !bar.classList.contains("tools")) {
      bar = ludex.element("div", { "class": "tools" });
      before.parentNode.insertBefore(bar, before);
    }
    bar.append(input, result);
    return { bar: bar, input: input, result: result };
  }

  function filterList(box) {
    var items = Array.from(box.querySelectorAll("ul.terms > li, ul.meanings > li, ul.cards > li"));
    var texts = items.map(function (item) { return plain(item.textContent); });
    var bar = tools(box, box.getAttribute("data-filter"));
    bar.input.addEventListener("input", function () {
      var wanted = plain(bar.input.value).split(/\s+/).filter(Boolean);
      var count = 0;
      items.forEach(function (item, index) {
        item.hidden = !wanted.every(function (word) { return texts[index].indexOf(word) >= 0; });
        if (!item.hidden) count++;
      });
      box.querySelectorAll("section.letter").forEach(function (section) { section.hidden = !section.querySelector("li:not([hidden])"); });
      bar.result.textContent = wanted.length ? ludex.say("found", { n: count }) : "";
    });
  }

  function value(cell) { return (cell.getAttribute("data-value") || cell.textContent).trim(); }
  function number(text) { var found = plain(text).match(/[+-]?\d+(\.\d+)?/); return found ? parseFloat(found[0]) : null; }

  /** Whether a cell's text satisfies what was typed: words, or a comparison such as ">= 4". */
  function fits(text, wanted) {
    var compare = wanted.match(/^(>=|<=|>|<|=)\s*([+-]?\d+(?:\.\d+)?)$/);
    if (!compare) return wanted.split(/\s+/).every(function (word) { return plain(text).indexOf(word) >= 0; });
    var have = number(text), want = parseFloat(compare[2]);
    if (have === null) return false;
    return { ">=": have >= want, "<=": have <= want, ">": have > want, "<": have < want, "=": have === want }[compare[1]];
  }

  function sortable(table) {
    var body = table.tBodies[0];
    var heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach(function (head, column) {
      if (!head.hasAttribute("data-sort")) return;
      var button = ludex.button(head.textContent, function () {
        var down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        sort(body, column, down ? -1 : 1);
      });
      head.textContent = "";
      head.append(button);
    });
  }

  function sort(body, column, way) {
    var order = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });
    var rows = Array.from(body.rows).map(function (row, index) { return { row: row, text: value(row.cells[column]), index: index }; });
    rows.sort(function (a, b) {
      if (!a.text !== !b.text) return a.text ? -1 : 1;
      var x = number(a.text), y = number(b.text);
      var by = x !== null && y !== null && x !== y ? x - y : order.compare(a.text, b.text);
      return by * way || a.index - b.index;
    });
    var all = document.createDocumentFragment();
    rows.forEach(function (item) { all.append(item.row); });
    body.append(all);
  }

  function filterTable(table) {
    var holder = table.closest(".scroll") || table;
    var bar = tools(holder, table.getAttribute("data-filter"));
    var heads = Array.from(table.tHead.rows[0].cells);
    var pick = ludex.element("select", { "aria-label": ludex.say("column") }, ludex.element("option", { value: "" }, ludex.say("any-column")));
    heads.forEach(function (head, index) { pick.append(ludex.element("option", { value: index }, head.textContent)); });
    bar.bar.insertBefore(pick, bar.result);
    function apply() {
      var wanted = plain(bar.input.value.trim());
      var count = 0;
      Array.from(table.tBodies[0].rows).forEach(function (row) {
        var text = pick.value === "" ? row.textContent : value(row.cells[+pick.value]);
        row.hidden = wanted !== "" && !fits(text, wanted);
        if (!row.hidden) count++;
      });
      bar.result.textContent = wanted ? ludex.say("found", { n: count }) : "";
    }
    bar.input.addEventListener("input", apply);
    pick.addEventListener("change", apply);
    return bar.bar;
  }

  // Two to four weapons side by side: pick rows, then turn the table by a quarter.
  function comparable(table, bar) {
    var heads = Array.from(table.tHead.rows[0].cells);
    var button = ludex.button(ludex.say("compare"), function () { show(); }, { disabled: "" });
    bar.append(button);
    Array.from(table.tBodies[0].rows).forEach(function (row) {
      var name = row.cells[0];
      var box = ludex.element("input", { type: "checkbox", "aria-label": ludex.say("compare") + ": " + name.textContent.trim() });
      box.addEventListener("change", function () {
        if (chosen().length > MOST) { box.checked = false; ludex.toast(ludex.say("compare-most", { n: MOST })); }
        button.disabled = chosen().length < 2;
      });
      name.prepend(box, " ");
    });
    function chosen() {
      return Array.from(table.querySelectorAll("tbody input:checked")).map(function (box) { return box.closest("tr"); });
    }
    function show() {
      var rows = chosen();
      var body = ludex.element("tbody");
      heads.slice(1).forEach(function (head, index) {
        var line = ludex.element("tr", {}, ludex.element("th", { scope: "row" }, head.textContent));
        var cells = rows.map(function (row) { var cell = row.cells[index + 1].cloneNode(true); cell.removeAttribute("class"); return cell; });
        var differ = new Set(cells.map(function (cell) { return cell.textContent; })).size > 1;
        if (differ) line.className = "differs";
        cells.forEach(function (cell) { line.append(cell); });
        body.append(line);
      });
      var top = ludex.element("tr", {}, ludex.element("td"));
      rows.forEach(function (row) {
        var cell = ludex.element("th", { scope: "col" });
        row.cells[0].childNodes.forEach(function (node) { if (node.nodeName !== "INPUT") cell.append(node.cloneNode(true)); });
        top.append(cell);
      });
      var dialog = ludex.element("dialog", { "class": "compare", "aria-label": ludex.say("compare") },
        ludex.element("div", { "class": "scroll", tabindex: "0", role: "region", "aria-label": ludex.say("compare") },
          ludex.element("table", { "class": "side-by-side" }, ludex.element("thead", {}, top), body)));
      dialog.append(ludex.button(ludex.say("close"), function () { dialog.close(); }));
      dialog.addEventListener("close", function () { dialog.remove(); button.focus(); });
      document.querySelector("main").append(dialog);
      dialog.showModal();
    }
  }

  document.querySelectorAll(".filterable[data-filter]").forEach(filterList);
  document.querySelectorAll("table[data-sortable]").forEach(function (table) {
    var bar = filterTable(table);
    sortable(table);
    if (table.classList.contains("weapons")) comparable(table, bar);
  });
})();
