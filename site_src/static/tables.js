// Lists and tables that filter as you type, tables that sort by any column, weapons side by side.
(function () {
  "use strict";
  var ludex = window.ludex;
  var MOST = 4;
  var AT_ONCE = 12; // rows that come into sight in one frame; a long table is never laid out anew as a whole

  function plain(text) { return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[−–]/g, "-"); }

  /** Show the items that are wanted, the first at once and the others frame by frame; *after* is told each time. */
  function revealer(after) {
    var turn = 0;
    return function (items, wanted) {
      var mine = ++turn;
      var waiting = items.filter(function (item) {
        var fits = wanted(item);
        if (!fits && !item.hidden) item.hidden = true;
        return fits && item.hidden;
      });
      (function more() {
        if (mine !== turn) return;
        waiting.splice(0, AT_ONCE).forEach(function (item) { item.hidden = false; });
        if (after) after();
        if (waiting.length) requestAnimationFrame(function () { setTimeout(more); });
      })();
    };
  }

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
    var texts = new Map(items.map(function (item) { return [item, plain(item.textContent)]; }));
    var bar = tools(box, box.getAttribute("data-filter"));
    var sections = Array.from(box.querySelectorAll("section.letter"));
    var reveal = revealer(function () {
      sections.forEach(function (section) {
        var empty = !section.querySelector("li:not([hidden])");
        if (section.hidden !== empty) section.hidden = empty;
      });
    });
    bar.input.addEventListener("input", function () {
      var wanted = plain(bar.input.value).split(/\s+/).filter(Boolean);
      var found = new Set(items.filter(function (item) {
        return wanted.every(function (word) { return texts.get(item).indexOf(word) >= 0; });
      }));
      reveal(items, function (item) { return found.has(item); });
      bar.result.textContent = wanted.length ? ludex.say("found", { n: found.size }) : "";
    });
  }

  var values = new WeakMap(); // what cells say, read once
  function value(cell) {
    if (!values.has(cell)) values.set(cell, (cell.getAttribute("data-value") || cell.textContent).trim());
    return values.get(cell);
  }
  function number(text) { var found = plain(text).match(/[+-]?\d+(\.\d+)?/); return found ? parseFloat(found[0]) : null; }

  /** Whether a cell satisfies what was typed: words, a comparison such as ">= 4", or one whole item: "\"Continuous Damage\"". */
  function fits(cell, wanted) {
    var text = value(cell), whole = wanted.match(/^"(.+)"$/);
    if (whole) return items(cell).indexOf(whole[1]) >= 0;
    var compare = wanted.match(/^(>=|<=|>|<|=)\s*([+-]?\d+(?:\.\d+)?)$/);
    if (!compare) return wanted.split(/\s+/).every(function (word) { return plain(text).indexOf(word) >= 0; });
    var have = number(text), want = parseFloat(compare[2]);
    if (have === null) return false;
    return { ">=": have >= want, "<=": have <= want, ">": have > want, "<": have < want, "=": have === want }[compare[1]];
  }

  /** The items of a cell without what stands in parentheses behind them. */
  function items(cell) {
    var links = cell.querySelectorAll("a");
    var texts = links.length ? Array.from(links, function (link) { return link.textContent; }) : value(cell).split(",");
    return texts.map(function (text) { return plain(text).replace(/\s*\([^()]*\)\s*$/, "").trim(); });
  }

  function sortable(table, reveal) {
    var body = table.tBodies[0];
    var heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach(function (head, column) {
      if (!head.hasAttribute("data-sort")) return;
      var button = ludex.button(head.textContent, function () {
        var down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        sort(body, column, down ? -1 : 1, reveal);
      });
      head.textContent = "";
      head.append(button);
    });
  }

  var order = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });
  function sort(body, column, way, reveal) {
    var rows = Array.from(body.rows).map(function (row, index) {
      var text = value(row.cells[column]);
      return { row: row, text: text, number: number(text), index: index };
    });
    rows.sort(function (a, b) {
      if (!a.text !== !b.text) return a.text ? -1 : 1;
      var by = a.number !== null && b.number !== null && a.number !== b.number ? a.number - b.number : order.compare(a.text, b.text);
      return by * way || a.index - b.index;
    });
    var all = document.createDocumentFragment();
    rows.forEach(function (item) { item.row.hidden = true; all.append(item.row); });
    body.append(all);
    reveal(rows.map(function (item) { return item.row; }));
  }

  function filterTable(table) {
    var holder = table.closest(".scroll") || table;
    var bar = tools(holder, table.getAttribute("data-filter"));
    var heads = Array.from(table.tHead.rows[0].cells);
    var pick = ludex.element("select", { "aria-label": ludex.say("column") }, ludex.element("option", { value: "" }, ludex.say("any-column")));
    var found = new Set(table.tBodies[0].rows); // the rows that fit, also those not yet in sight
    function has(row) { return found.has(row); }
    heads.forEach(function (head, index) { pick.append(ludex.element("option", { value: index }, head.textContent)); });
    bar.bar.insertBefore(pick, bar.result);
    var reveal = revealer();
    function apply() {
      var wanted = plain(bar.input.value.trim());
      var rows = Array.from(table.tBodies[0].rows);
      found = new Set(rows.filter(function (row) { return wanted === "" || fits(pick.value === "" ? row : row.cells[+pick.value], wanted); }));
      reveal(rows, has);
      bar.result.textContent = wanted ? ludex.say("found", { n: found.size }) : "";
    }
    bar.input.addEventListener("input", apply);
    pick.addEventListener("change", apply);

    // An address may ask: weapons/….html?traits=Bright shows what bears Bright.
    var asked = new URLSearchParams(location.search);
    heads.forEach(function (head, index) {
      var wanted = head.getAttribute("data-key") && asked.get(head.getAttribute("data-key"));
      if (wanted) { pick.value = index; bar.input.value = "\"" + wanted + "\""; apply(); }
    });
    return { bar: bar.bar, reveal: function (rows) { reveal(rows, has); } };
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
    var filter = filterTable(table);
    sortable(table, filter.reveal);
    if (table.classList.contains("weapons")) comparable(table, filter.bar);
  });
})();
