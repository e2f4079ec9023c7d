// Lists and tables that filter as you type, tables that sort by any column, weapons side by side.
(function () {
  "use strict";
  var ludex = window.ludex;
  var MOST = 4;
  var AT_ONCE = 8; // rows that are laid out in one go; a long table is never laid out anew as a whole
  var idle = window.requestIdleCallback || function (action) { return setTimeout(action, 50); };

  function plain(text) { return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[−–]/g, "-"); }

  /**
   * Make show(items): these and no others stand in *holders*, in this order. The first come at once, the others
   * while the browser is idle, all of them before it prints. *put* lays one item where it belongs.
   */
  function shelf(holders, put) {
    var rest = [], asked = false;
    function more(count) { rest.splice(0, count).forEach(put); }
    function later() {
      asked = false;
      more(AT_ONCE);
      ask();
    }
    function ask() { if (rest.length && !asked) { asked = true; idle(later); } }
    window.addEventListener("beforeprint", function () { more(rest.length); });
    return function (items) {
      holders.forEach(function (holder) { holder.replaceChildren(); });
      rest = items.slice();
      more(AT_ONCE);
      requestAnimationFrame(function () { setTimeout(ask); });
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
    var items = Array.from(box.querySelectorAll("ul.terms > li, ul.meanings > li, ul.cards > li"), function (item) {
      return { item: item, holder: item.parentNode, section: item.closest("section.letter"), text: "" };
    });
    var bar = tools(box, box.getAttribute("data-filter"));
    var holders = Array.from(new Set(items.map(function (one) { return one.holder; })));
    var sections = Array.from(box.querySelectorAll("section.letter"));
    var show = shelf(holders, function (one) {
      one.holder.append(one.item);
      if (one.section && one.section.hidden) one.section.hidden = false;
    });
    function read() { items.forEach(function (one) { one.text = one.text || plain(one.item.textContent); }); }
    idle(read);
    bar.input.addEventListener("input", function () {
      read();
      var wanted = plain(bar.input.value).split(/\s+/).filter(Boolean);
      var found = items.filter(function (one) {
        return wanted.every(function (word) { return one.text.indexOf(word) >= 0; });
      });
      sections.forEach(function (section) { section.hidden = true; });
      show(found);
      bar.result.textContent = wanted.length ? ludex.say("found", { n: found.length }) : "";
    });
  }

  var values = new WeakMap(), plains = new WeakMap(); // what cells say, read once
  function value(cell) {
    if (!values.has(cell)) values.set(cell, (cell.getAttribute("data-value") || cell.textContent).trim());
    return values.get(cell);
  }
  function plainly(cell) {
    if (!plains.has(cell)) plains.set(cell, plain(value(cell)));
    return plains.get(cell);
  }
  function number(text) { var found = text.match(/[+-]?\d+(\.\d+)?/); return found ? parseFloat(found[0]) : null; }

  /** Make a test of cells out of what was typed: words, a comparison such as ">= 4", or one whole item: "\"Continuous Damage\"". */
  function tester(wanted) {
    var whole = wanted.match(/^"(.+)"$/), compare = wanted.match(/^(>=|<=|>|<|=)\s*([+-]?\d+(?:\.\d+)?)$/);
    if (whole) return function (cell) { return items(cell).indexOf(whole[1]) >= 0; };
    if (compare) return function (cell) {
      var have = number(plainly(cell)), want = parseFloat(compare[2]);
      return have !== null && { ">=": have >= want, "<=": have <= want, ">": have > want, "<": have < want, "=": have === want }[compare[1]];
    };
    var words = wanted.split(/\s+/).filter(Boolean);
    return function (cell) { return words.every(function (word) { return plainly(cell).indexOf(word) >= 0; }); };
  }

  /** The items of a cell without what stands in parentheses behind them. */
  function items(cell) {
    var links = cell.querySelectorAll("a");
    var texts = links.length ? Array.from(links, function (link) { return link.textContent; }) : value(cell).split(",");
    return texts.map(function (text) { return plain(text).replace(/\s*\([^()]*\)\s*$/, "").trim(); });
  }

  var order = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });
  /** *rows* by what stands in *column*; rows that say nothing there come last. */
  function sorted(rows, column, way) {
    var keys = rows.map(function (row, index) {
      var text = plainly(row.cells[column]);
      return { row: row, text: text, number: number(text), index: index };
    });
    keys.sort(function (a, b) {
      if (!a.text !== !b.text) return a.text ? -1 : 1;
      var by = a.number !== null && b.number !== null && a.number !== b.number ? a.number - b.number : order.compare(a.text, b.text);
      return by * way || a.index - b.index;
    });
    return keys.map(function (key) { return key.row; });
  }

  function sortAndFilter(table, rows) {
    var body = table.tBodies[0];
    var heads = Array.from(table.tHead.rows[0].cells);
    var bar = tools(table.closest(".scroll") || table, table.getAttribute("data-filter"));
    var pick = ludex.element("select", { "aria-label": ludex.say("column") }, ludex.element("option", { value: "" }, ludex.say("any-column")));
    var show = shelf([body], function (row) { body.append(row); });
    function apply() {
      var wanted = plain(bar.input.value.trim());
      var fits = tester(wanted), column = pick.value;
      var found = rows.filter(function (row) { return fits(column === "" ? row : row.cells[+column]); });
      show(found);
      bar.result.textContent = wanted ? ludex.say("found", { n: found.length }) : "";
    }
    heads.forEach(function (head, column) {
      pick.append(ludex.element("option", { value: column }, head.textContent));
      if (!head.hasAttribute("data-sort")) return;
      var button = ludex.button(head.textContent, function () {
        var down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (other) { if (other !== head) other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        rows = sorted(rows, column, down ? -1 : 1);
        apply();
      });
      head.replaceChildren(button);
    });
    bar.bar.insertBefore(pick, bar.result);
    bar.input.addEventListener("input", apply);
    pick.addEventListener("change", apply);
    idle(function () { rows.forEach(function (row) { plainly(row); Array.from(row.cells).forEach(plainly); }); });

    // An address may ask: weapons/….html?traits=Bright shows what bears Bright.
    var asked = new URLSearchParams(location.search);
    heads.forEach(function (head, index) {
      var wanted = head.getAttribute("data-key") && asked.get(head.getAttribute("data-key"));
      if (wanted) { pick.value = index; bar.input.value = "\"" + wanted + "\""; apply(); }
    });
    return bar.bar;
  }

  // Two to four weapons side by side: pick rows, then turn the table by a quarter.
  function comparable(table, rows, bar) {
    var heads = Array.from(table.tHead.rows[0].cells);
    var button = ludex.button(ludex.say("compare"), function () { show(); }, { disabled: "" });
    bar.append(button);
    rows.forEach(function (row) {
      var name = row.cells[0];
      var box = ludex.element("input", { type: "checkbox", "aria-label": ludex.say("compare") + ": " + name.textContent.trim() });
      box.addEventListener("change", function () {
        if (chosen().length > MOST) { box.checked = false; ludex.toast(ludex.say("compare-most", { n: MOST })); }
        button.disabled = chosen().length < 2;
      });
      name.prepend(box, " ");
    });
    function chosen() {
      return rows.filter(function (row) { return row.querySelector("input:checked"); });
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
      var close = ludex.button(ludex.say("close"), shut);
      var dialog = ludex.element("dialog", { "class": "compare", "aria-modal": "true", "aria-label": ludex.say("compare") }, close,
        ludex.element("div", { "class": "scroll", tabindex: "0", role: "region", "aria-label": ludex.say("compare") },
          ludex.element("table", { "class": "side-by-side" }, ludex.element("thead", {}, top), body)));
      function shut() {
        document.removeEventListener("keydown", keys);
        document.removeEventListener("pointerdown", outside);
        dialog.remove();
        button.focus({ preventScroll: true });
      }
      function keys(event) {
        if (event.key === "Escape") shut();
        if (event.key === "Tab") stay(event);
      }
      /** Keep the focus inside: what is behind is covered. */
      function stay(event) {
        var stops = Array.from(dialog.querySelectorAll("button, [tabindex], a[href]"));
        var ends = event.shiftKey ? [stops[0], stops[stops.length - 1]] : [stops[stops.length - 1], stops[0]];
        if (document.activeElement !== ends[0] && dialog.contains(document.activeElement)) return;
        event.preventDefault();
        ends[1].focus();
      }
      function outside(event) { if (!dialog.contains(event.target)) shut(); }
      document.addEventListener("keydown", keys);
      document.addEventListener("pointerdown", outside);
      document.querySelector("main").append(dialog);
      dialog.show(); // not showModal(): that would have the whole long table styled anew
      close.focus({ preventScroll: true });
    }
  }

  document.querySelectorAll(".filterable[data-filter]").forEach(filterList);
  document.querySelectorAll("table[data-sortable]").forEach(function (table) {
    var rows = Array.from(table.tBodies[0].rows);
    var bar = sortAndFilter(table, rows);
    if (table.classList.contains("weapons")) comparable(table, rows, bar);
  });
})();
