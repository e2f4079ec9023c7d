/* The search box of every page, the search page, and the marks on a page that a hit led to. */
"use strict";
(function () {
  const box = document.querySelector("[data-search]");
  if (!box || typeof ludexSearch === "undefined") return;
  const root = document.documentElement.dataset.root, tables = ludex.words || {};
  const words = (tables[document.documentElement.lang.split("-")[0]] || tables.en).search;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  const counted = (n) => (n === 1 ? fill(words.count.one, { n }) : fill(words.count.other, { n: n.toLocaleString(document.documentElement.lang) }));
  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const addressOf = (path, query) => {
    const [front, anchor] = path.split(/#(.*)/s), [file, given] = front.split(/\?(.*)/s);
    const escaped = file.split("/").map(encodeURIComponent).join("/"), asked = given || (query ? `q=${encodeURIComponent(query)}` : "");
    return root + escaped + (asked ? `?${asked}` : "") + (anchor ? `#${encodeURIComponent(anchor)}` : "");
  };
  const kindName = (kind) => ({ section: words.section, page: words.page, ruling: words.ruling })[kind] || ludexSearch.kindName(kind, document.documentElement.lang);

  function marked(text, marks) {
    const made = element("span", "hit-passage");
    let at = 0;
    for (const [start, end] of marks) {
      made.append(text.slice(at, start), element("mark", "", text.slice(start, end)));
      at = end;
    }
    made.append(text.slice(at));
    return made;
  }

  function hitItem(hit, query, role) {
    const item = element("li", `hit kind-${hit.kind.replace(/[^\w-]/g, "-")}`);
    const link = element("a", "hit-link");
    link.href = addressOf(hit.url, query);
    const head = element("span", "hit-head");
    head.append(element("span", "hit-name", hit.name), " ");
    const about = [kindName(hit.kind), hit.edition, document.documentElement.lang.startsWith(hit.language) ? "" : hit.language].filter(Boolean);
    head.append(element("span", "hit-about", about.join(" · ")));
    link.append(head);
    const title = hit.page.slice(hit.page.indexOf(":") + 1);
    if (title && title !== hit.name) link.append(element("span", "hit-page", title));
    if (hit.snippet) link.append(marked(hit.snippet, hit.marks));
    if (hit.dropped) link.append(element("span", "hit-dropped", whenDropped(hit.dropped)));
    item.append(link);
    if (role) item.setAttribute("role", role);
    else if (hit.variants.length) item.append(variants(hit, query));
    return item;
  }

  function whenDropped({ revision, date, user, update }) {
    if (update) return fill(words.replaced, { update });
    const day = ludex.day(date || "");
    return fill(words.dropped, { revision, date: day }).replace(/, $/, "") + (user ? fill(words.by, { user }) : "");
  }

  function variants(hit, query) {
    const made = element("details", "hit-variants");
    made.append(element("summary", "", `${words.also} ${hit.variants.map((other) => other.edition).filter(Boolean).join(", ")}`));
    for (const other of hit.variants) {
      const link = element("a", "", other.edition || other.id);
      link.href = addressOf(other.url, query);
      made.append(link, " ");
    }
    return made;
  }

  function note(results, again) {
    const made = element("span");
    if (results.corrected) made.append(fill(words.instead, { query: results.corrected }));
    if (!results.total && results.suggestions.length) {
      made.append(words.near, " ");
      results.suggestions.forEach((name, place) => {
        const link = element("a", "", name);
        link.href = `${root}search.html?q=${encodeURIComponent(name)}`;
        link.addEventListener("click", (event) => { if (again) { event.preventDefault(); again(name); } });
        made.append(place ? ", " : "", link);
      });
    }
    return made.childNodes.length ? made : null;
  }

  function show(place, made) {
    place.replaceChildren(...(made ? [made] : []));
    place.hidden = !made;
  }

  // ---- the box ---------------------------------------------------------------------------------------------------
  const input = box.querySelector("input"), panel = element("div", "searchbox-panel");
  const list = element("ul", "hits"), remark = element("p", "searchbox-note"), status = element("p", "visually-hidden");
  panel.hidden = remark.hidden = true;
  list.id = "search-hits";
  for (const [node, attributes] of [
    [list, { role: "listbox", "aria-label": words.hits }],
    [status, { role: "status", "aria-live": "polite" }],
    [input, { role: "combobox", "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list" }],
  ]) for (const name of Object.keys(attributes)) node.setAttribute(name, attributes[name]);
  panel.append(remark, list);
  box.append(panel, status);
  let turn = 0, chosen = -1;

  function close() {
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    status.textContent = "";
    choose(-1);
  }

  function choose(place) {
    const options = list.querySelectorAll("[role=option]");
    if (options[chosen]) options[chosen].setAttribute("aria-selected", "false");
    chosen = options.length ? ((place % options.length) + options.length) % options.length : -1;
    if (place < 0 && place !== -2) chosen = -1;
    const option = options[chosen];
    if (option) {
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", option.id);
    } else input.removeAttribute("aria-activedescendant");
  }

  async function look() {
    const mine = ++turn, query = input.value;
    if (!query.trim()) { close(); return; }
    let results;
    try { results = await ludexSearch.find(query, { limit: 8 }); } catch (error) { results = { error }; }
    if (mine !== turn) return;
    list.replaceChildren();
    chosen = -1;
    input.removeAttribute("aria-activedescendant");
    panel.hidden = false;
    input.setAttribute("aria-expanded", "true");
    if (results.error) { show(remark, element("span", "", words.reload)); status.textContent = words.reload; return; }
    results.hits.forEach((hit, place) => {
      const item = hitItem(hit, query, "option");
      item.id = `search-hit-${place}`;
      item.setAttribute("aria-selected", "false");
      item.querySelector("a").tabIndex = -1;
      list.append(item);
    });
    if (results.total > results.hits.length) {
      const item = element("li", "hit hit-all"), link = element("a", "hit-link", fill(words.all, { n: results.total }));
      item.id = "search-hit-all";
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      link.href = `${root}search.html?q=${encodeURIComponent(query)}`;
      link.tabIndex = -1;
      item.append(link);
      list.append(item);
    }
    status.textContent = results.total ? counted(results.total) : words.none;
    show(remark, note(results, (name) => { input.value = name; look(); input.focus(); }) || (results.total ? null : element("span", "", words.none)));
  }

  input.addEventListener("focus", () => { ludexSearch.open().catch(() => {}); if (input.value.trim()) look(); });
  input.addEventListener("input", look);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (panel.hidden) look();
      else choose(event.key === "ArrowDown" ? chosen + 1 : chosen <= 0 ? list.querySelectorAll("[role=option]").length - 1 : chosen - 1);
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (!panel.hidden) event.preventDefault();
      else input.blur();
      close();
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      const option = list.querySelectorAll("[role=option]")[chosen];
      if (option) option.querySelector("a").click();
      else if (input.value.trim()) window.location.href = `${root}search.html?q=${encodeURIComponent(input.value)}`;
    }
  });
  box.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("pointerdown", (event) => { if (!box.contains(event.target)) close(); });
  box.addEventListener("focusout", (event) => { if (event.relatedTarget && !box.contains(event.relatedTarget)) close(); });
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && (event.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName));
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      (document.querySelector("#search-query") || input).focus();
    }
  });

  // ---- the search page -------------------------------------------------------------------------------------------
  const page = document.querySelector("[data-search-page]");
  if (page) searchPage(page);
  else markPassage(new URLSearchParams(window.location.search).get("q"));

  function searchPage(place) {
    const field = place.querySelector("input"), results = place.querySelector(".search-results"), told = place.querySelector(".search-status");
    const aside = place.querySelector(".search-facets"), more = place.querySelector(".search-more"), saying = place.querySelector(".search-note");
    const step = 20, dropped = place.querySelector(".search-old"), help = place.querySelector(".search-help");
    let limit = step, round = 0, narrowed = {}, old = false, asked = true;

    function fromAddress() {
      const given = new URLSearchParams(window.location.search);
      field.value = given.get("q") || "";
      narrowed = {};
      old = given.get("old") === "1";
      for (const name of ["kind", "edition", "language"]) if (given.get(name)) narrowed[name] = given.get(name);
    }

    function toAddress(push) {
      const wanted = new URLSearchParams();
      if (field.value) wanted.set("q", field.value);
      for (const name of Object.keys(narrowed)) wanted.set(name, narrowed[name]);
      if (old) wanted.set("old", "1");
      const address = window.location.pathname + (wanted.size === 0 ? "" : `?${wanted}`);
      try { window.history[push ? "pushState" : "replaceState"](null, "", address); } catch (error) { /* the address stays */ }
    }

    async function draw() {
      const mine = ++round, query = field.value, given = { ...narrowed };
      let found, facets;
      try {
        found = await ludexSearch.find(query, { limit, old, facets: true, ...given });
        facets = { ...found.facets };
        // A value that is chosen is counted beside the others of its kind, under what else was chosen.
        for (const name of Object.keys(given)) facets[name] = (await ludexSearch.find(query, { limit: 0, old, ...given, [name]: undefined })).facets[name];
      } catch (error) {
        if (mine === round) { told.textContent = words.reload; results.replaceChildren(); }
        return;
      }
      if (mine !== round) return;
      if (asked !== Boolean(query.trim())) { asked = !asked; help.open = !asked; }
      told.textContent = !query.trim() ? "" : found.total ? counted(found.total) : words.none;
      results.replaceChildren(...found.hits.map((hit) => hitItem(hit, query)));
      show(saying, note(found, (name) => { field.value = name; narrowed = {}; again(); }) || (old ? element("span", "", words.older) : null));
      dropped.hidden = !ludexSearch.older();
      dropped.setAttribute("aria-pressed", String(old));
      const held = document.activeElement && document.activeElement.dataset.value;
      aside.replaceChildren(...Object.keys(facets).map((name) => facet(name, facets[name])).filter(Boolean));
      if (held) (aside.querySelector(`[data-value="${CSS.escape(held)}"]`) || field).focus(); // a keyboard stays at its choice
      more.hidden = found.total <= found.hits.length;
    }

    /** What a value of a label or trait adds to a query. */
    const piece = (name, value) => `${name}:"${value}"`;

    function facet(name, counted) {
      const isField = !(name in { kind: 1, edition: 1, language: 1 }), isChosen = (value) => (isField ? field.value.includes(piece(name, value)) : narrowed[name] === value);
      const values = narrowed[name] && !counted.some((item) => isChosen(item.value)) ? [{ value: narrowed[name], count: 0 }, ...counted] : counted;
      if (values.length < 2 && !values.some((item) => isChosen(item.value))) return null;
      const group = element("fieldset", "facet");
      group.append(element("legend", "", place.dataset[name]));
      for (const { value, count } of values) {
        const button = element("button", "facet-value", `${name === "kind" ? kindName(value) : value} `);
        button.type = "button";
        button.dataset.value = `${name}:${value}`;
        button.append(element("span", "facet-count", String(count)));
        button.setAttribute("aria-pressed", String(isChosen(value)));
        button.addEventListener("click", () => {
          if (isField) field.value = (isChosen(value) ? field.value.replace(piece(name, value), "") : `${field.value} ${piece(name, value)}`).replace(/ {2,}/g, " ").trim();
          else if (isChosen(value)) delete narrowed[name];
          else narrowed[name] = value;
          again();
        });
        group.append(button);
      }
      return group;
    }

    function again() { limit = step; toAddress(true); draw(); }
    field.addEventListener("input", () => { limit = step; toAddress(false); draw(); });
    place.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
    dropped.addEventListener("click", () => { old = !old; narrowed = {}; again(); });
    more.addEventListener("click", () => { limit += step; draw(); });
    window.addEventListener("popstate", () => { fromAddress(); draw(); });
    fromAddress();
    field.focus();
    draw();
  }

  // ---- the page that a hit led to --------------------------------------------------------------------------------
  function markPassage(query) {
    const main = document.querySelector("main");
    if (!query || !main) return;
    const terms = (text) => ludexSearch.tokens.terms(text).join(" "), named = main.querySelector("[data-name]"), head = main.querySelector("h1");
    if (terms(named ? named.dataset.name : head ? head.textContent : "") === terms(query)) return; // who asked for the name wants the page, not each place that says it
    const parsed = ludexSearch.parse(query, {});
    const wanted = new Set([...parsed.words.flatMap((word) => (word.chunk.whole ? [word.chunk.whole, ...word.chunk.parts] : word.chunk.parts)), ...parsed.phrases.flat()]
      .filter((word) => word.length > 1 && !ludexSearch.isStopWord(word)));
    if (!wanted.size) return;
    const alike = (word) => { for (const item of wanted) if (word === item || (item.length > 3 && word.startsWith(item)) || (word.length > 3 && item.startsWith(word))) return true; return false; };
    const texts = [], walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("script, style, noscript, mark, button, select")) texts.push(walker.currentNode);
    let first = null, most = 0;
    for (const text of texts.slice(0, 20000)) {
      const pieces = text.data.split(/(\s+)/);
      if (!pieces.some((piece) => piece.trim() && ludexSearch.tokens.terms(piece).some(alike))) continue;
      const made = document.createDocumentFragment(), met = new Set();
      let only = null;
      for (const piece of pieces) {
        const found = piece.trim() ? ludexSearch.tokens.terms(piece).filter(alike) : [];
        if (found.length) { only = element("mark", "found", piece); made.append(only); found.forEach((word) => met.add(word)); }
        else made.append(piece);
      }
      if (met.size > most) { most = met.size; first = only; }
      text.replaceWith(made);
    }
    if (first && !window.location.hash) first.scrollIntoView({ block: "center" });
  }
})();
