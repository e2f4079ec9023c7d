/* Search in the browser: the twin of site_src/search (tokens, query, forms, spelling, typed, units, understanding, limits, ranking, snippets), over exported shards.
 *
 *   await ludex.search("dodge", {limit: 10, kind: "skill", edition: "N4", language: "en"})   → list of hits, best first
 *   await ludex.find("dodge", …)                     → {hits, total, corrected, suggestions, facets}
 *   await ludex.search("dodge", {old: true})         → what the rules said once, and when it was dropped
 *
 * Classic scripts only, so that it works from disk: a shard calls ludexSearch.shard(build, name, data). */
"use strict";
var ludexSearch = (function () {
  const FORMAT = 3, MOST_WORDS = 32, LONGEST = 4000;
  const MOST_ALIKE = 16, MOST_COMPLETED = 6, MOST_CUT = 3, SHORTEST_STEM = 4, SHORTEST_PART = 3, LONGEST_READING = 3, MOST_PARTED = 4, MOST_NAMES = 200, MOST_VERIFIED = 100, MOST_TERMS_OF_SYNONYM = 5;
  const MOST_MEANT = 2, LONGEST_MISSPELT = 40, WHOLE = 8, SYNONYM = 6, TRANSLATION = 4, GRACE = 2, AROUND = 8, MOST_GUESSED = 4, MOST_SUGGESTED = 5, LIKE = 40, VALUE = 384;
  const EXACT = 0, IMPLIED = 1, SAME_AS = 2, HEARD = 3, OVERHEARD = 4, BEGINS = 5, TRANSLATED = 6, UNFINISHED = 7, IN_NAME = 8, IN_TEXT = 9, ORDERS = 256, OTHER_EDITION = 128;
  const TIERS = ["exact name", "name but for its parentheses", "name by synonym", "name as understood", "name as understood, but for its parentheses", "name begins so", "name by translation", "name begins with such letters", "all words in the name", "text"];
  const STEP = 2 ** 20;  // more than there are documents, and than any score
  const RELOAD = "The search data belong to another build of this site. Reload the page.";
  const here = (document.currentScript && document.currentScript.src) || "";
  const root = here.replace(/static\/search\.js(?:[?#].*)?$/, "");

  // ---- tokens.py -------------------------------------------------------------------------------------------------
  const SPECIAL = {
    "’": "'", "‘": "'", "ʼ": "'", "＇": "'", "−": "-", "–": "-", "‐": "-", "‑": "-", "‒": "-", "—": " ", "⁄": "/",
    "ß": "ss", "ẞ": "ss", "ς": "σ", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u00ad": "",
  };
  const SINGLE = "\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const CHAR = `(?:(?![${SINGLE}])[\\p{L}\\p{N}])`;
  const CHUNK = new RegExp(
    `(?=[\\p{L}\\p{N}])[${SINGLE}]` +
    `|(?<![\\p{L}\\p{N}])[+-](?=[0-9])${CHAR}+(?:[.,/](?=[0-9])${CHAR}+)*` +
    `|${CHAR}+(?:[-'+=/.,&]${CHAR}+)*`, "gu");
  const MARK = /\p{M}/u, PLAIN = /^[a-z0-9]+$/, BARE = /^["'([]*([A-Za-z0-9]+)["')\].,;:!?]*$/, NONE = [], ALL_WORD = /^[\p{L}\p{N}]+$/u, ALL_LETTERS = /^\p{L}+$/u, ALL_DECIMAL = /^\p{Nd}*$/u, DECIMAL = /\p{Nd}/u;
  const folds = new Map();

  function foldSign(sign) {
    let folded = folds.get(sign);
    if (folded === undefined) {
      const lower = sign.toLowerCase();
      folded = MARK.test(sign) ? "" : SPECIAL[sign] !== undefined ? SPECIAL[sign] : SPECIAL[lower] !== undefined ? SPECIAL[lower] : lower;
      folds.set(sign, folded);
    }
    return folded;
  }

  function fold(text) {
    if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
    return text.normalize("NFKD").replace(/[A-Z]|[^\0-\x7f]/gu, foldSign);
  }

  const isDigit = (sign) => sign >= "0" && sign <= "9";

  const isOne = (word) => word.length < 3 && Array.from(word).length === 1;

  function split(chunk) {
    if (chunk[0] === "+" || chunk[0] === "-" || PLAIN.test(chunk) || ALL_WORD.test(chunk)) return { parts: [chunk], whole: null };
    let pieces = chunk.split(/([-'+=/.,&])/);
    if (pieces.length > 2 && pieces[pieces.length - 2] === "'" && pieces[pieces.length - 1] === "s") pieces = pieces.slice(0, -2);
    const parts = [pieces[0]];
    let whole = pieces[0], hyphen = false;
    for (let at = 1; at < pieces.length; at += 2) {
      const joint = pieces[at], piece = pieces[at + 1], last = parts[parts.length - 1];
      const digit = isDigit(piece[0]), after = isDigit(last[last.length - 1]);
      if (joint === "'" || ("./,".includes(joint) && digit && after)) {
        const glue = joint === "'" ? "" : joint;
        parts[parts.length - 1] += glue + piece;
        whole += glue + piece;
      } else if ("-+=/".includes(joint) && digit && !(joint === "/" && after)) {
        parts.push(("-+".includes(joint) && !after ? joint : "") + piece);
        whole += joint + piece;
        hyphen = true;
      } else if (joint === "-" || joint === "&" || ("/.".includes(joint) && whole && isOne(piece) && isOne(last))) {
        parts.push(piece);
        whole += piece;
        hyphen = true;
      } else {
        parts.push(piece);
        whole = "";
        hyphen = false;
      }
    }
    if (parts.length === 1) return { parts, whole: null };
    return { parts, whole: hyphen && whole ? whole : null };
  }

  function rawChunks(text) {
    const folded = fold(text);
    return PLAIN.test(folded) ? [folded] : folded.match(CHUNK) || [];
  }

  const chunks = (text) => rawChunks(text).map(split);
  const words = (text) => rawChunks(text).flatMap((chunk) => split(chunk).parts);
  const terms = (text) => rawChunks(text).flatMap((chunk) => { const { parts, whole } = split(chunk); return whole ? [...parts, whole] : parts; });
  const key = (text) => words(text).join(" ") || fold(text).trim().split(/\s+/).join(" ");

  // ---- query.py --------------------------------------------------------------------------------------------------
  const FIELDS = {
    kind: "kind", tipo: "kind", label: "label", etiqueta: "label", trait: "trait", rasgo: "trait", ammo: "ammo",
    ammunition: "ammo", municion: "ammo", edition: "edition", edicion: "edition", language: "language",
    lang: "language", idioma: "language", class: "class", clase: "class", level: "level", nivel: "level",
    attribute: "attribute", atributo: "attribute", in: "in", en: "in",
  };
  const GLUED = /^([\p{L}\p{Nl}\p{No}]+)([0-9]{1,4})$/u;
  const OLD = ["old", "antiguo", "antiguas"];
  const NUMBERS = { b: "burst", rafaga: "burst", damage: "damage", dano: "damage" };
  const CONTROL = /[\x00-\x1f\x7f-\x9f\ufeff\u2028\u2029]/g;
  const CLASS_BEFORE = /^[ \t]*[\p{L}\p{Nl}\p{No}]{1,8}[ \t]*:[ \t]+([^ \t][^\0]*)$/u;
  const PIECE = new RegExp(
    `(?<minus>-(?=[\\p{L}\\p{Nl}\\p{No}]|"))?` +
    `(?:(?<name>[A-Za-z\\u00c0-\\u024f]+)(?:(?<sign>[<>]=?|=)(?<number>-?[0-9]{1,9})(?![^\\s])|:(?:"(?<quoted>[^"]*)"?|(?<value>[^\\s":]+)(?![^\\s])))` +
    `|"(?<phrase>[^"]*)"?|(?<word>[^\\s"]+))`, "gu");
  const own = (table, name) => (Object.prototype.hasOwnProperty.call(table, name) ? table[name] : undefined);

  function parse(typed, numbers, fields = {}) {
    const text = typed.length > LONGEST ? Array.from(typed).slice(0, LONGEST).join("") : typed;
    const behind = CLASS_BEFORE.exec(text);
    const query = { text: typed, whole: key(text), plain: "", rest: behind ? key(behind[1]) : "", words: [], phrases: [], refused: [], wishes: [], ranges: [], old: false };
    const plain = [];
    for (const piece of text.replace(CONTROL, " ").matchAll(PIECE)) {
      const got = piece.groups, name = fold(got.name || "");
      const field = own(FIELDS, name) || own(fields, name), number = own(NUMBERS, name) || own(fields, name) || name;
      const value = got.quoted !== undefined ? got.quoted : got.value;
      if (got.sign && own(numbers, number)) {
        query.ranges.push({ field: number, sign: got.sign, number: Number(got.number) });
      } else if (value !== undefined && field === "in" && OLD.includes(key(value)) && !got.minus) {
        query.old = true;
      } else if (value !== undefined && field && field !== "in") {
        query.wishes.push({ field, value: key(value), refused: Boolean(got.minus) });
      } else if (got.minus) {
        query.refused.push(words(piece[0].slice(1)));
      } else if (got.phrase !== undefined) {
        plain.push(got.phrase);
        query.phrases.push(words(got.phrase));
      } else {
        plain.push(piece[0]);
        const loud = Array.from(piece[0]).length > 1 && piece[0].toUpperCase() === piece[0] && piece[0].toLowerCase() !== piece[0];
        for (const chunk of chunks(piece[0])) query.words.push({ chunk, capitals: loud });
      }
    }
    query.plain = key(plain.join(" "));
    query.words = query.words.slice(0, MOST_WORDS);
    query.phrases = query.phrases.filter((phrase) => phrase.length);
    query.refused = query.refused.filter((item) => item.length);
    return query;
  }

  function holds(limit, value) {
    switch (limit.sign) {
      case "<=": return value <= limit.number;
      case ">=": return value >= limit.number;
      case "<": return value < limit.number;
      case ">": return value > limit.number;
      default: return value === limit.number;
    }
  }

  // ---- forms.py --------------------------------------------------------------------------------------------------
  const ENDINGS = new Set("s es ed d ing er ers r rs ly e n en ion ions ist or al a o as os em ado ada ido ida ar ir".split(" ")), PLURALS = ["s", "es"];
  const commonest = (one, other) => other.documents - one.documents || compare(one.word, other.word);

  /** Whether two words differ by nothing but endings. */
  function isForm(word, head) {
    if (word === head) return true;
    let shared = 0;
    while (shared < word.length && word[shared] === head[shared]) shared++;
    const rests = [word.slice(shared), head.slice(shared)].map((rest) => (rest && rest[0] === word[shared - 1] ? rest.slice(1) : rest));
    return shared >= SHORTEST_STEM - (PLURALS.includes(rests[0]) && !rests[1] ? 1 : 0) && rests.every((rest) => !rest || ENDINGS.has(rest));
  }

  /** What a profile may call *text*: itself; one of several; masculine. */
  function called(text) {
    const without = (ending, word) => (word.endsWith(ending) && Array.from(word).length > 2 + ending.length ? word.slice(0, -ending.length) : word);
    const singular = PLURALS.map((ending) => text.split(" ").map((word) => without(ending, word)).join(" "));
    const masculine = [text, ...singular].filter((form) => form.endsWith("a") && Array.from(form).length > SHORTEST_STEM - 1).map((form) => `${form.slice(0, -1)}o`);
    return [text, ...singular, ...masculine];
  }

  // ---- spelling.py -----------------------------------------------------------------------------------------------
  function editsAllowed(signs) {
    if (signs.length < 4 || signs.length > LONGEST_MISSPELT || signs.some((sign) => DECIMAL.test(sign))) return 0;
    return signs.length < 8 ? 1 : 2;
  }

  function distance(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    let before = [], last = Array.from({ length: other.length + 1 }, (_, place) => place);
    for (let row = 1; row <= one.length; row++) {
      const now = [row];
      let least = row;
      for (let column = 1; column <= other.length; column++) {
        let value = Math.min(last[column] + 1, now[column - 1] + 1, last[column - 1] + (one[row - 1] !== other[column - 1] ? 1 : 0));
        if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) value = Math.min(value, before[column - 2] + 1);
        now.push(value);
        if (value < least) least = value;
      }
      if (least > most) return most + 1;
      before = last;
      last = now;
    }
    return Math.min(last[other.length], most + 1);
  }

  function pairsOf(word) {
    const signs = ["^", ...Array.from(word), "$"], found = new Map();
    for (let at = 1; at < signs.length; at++) { const pair = signs[at - 1] + signs[at]; found.set(pair, (found.get(pair) || 0) + 1); }
    return found;
  }

  function likeness(one, other) {
    const mine = pairsOf(one), theirs = pairsOf(other);
    let common = 0, all = 0;
    for (const [pair, number] of mine) { common += Math.min(number, theirs.get(pair) || 0); all += number; }
    for (const number of theirs.values()) all += number;
    return Math.floor((200 * common) / all);
  }

  // ---- shards.py, read back --------------------------------------------------------------------------------------
  const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const VALUES = new Uint8Array(128);
  for (let at = 0; at < 64; at++) VALUES[SIGNS.charCodeAt(at)] = at;

  function readNumbers(text) {
    const found = [], size = text.length;
    for (let at = 0; at < size;) {
      let sign = VALUES[text.charCodeAt(at++)], value = sign & 31;
      for (let scale = 32; sign & 32; scale *= 32) { sign = VALUES[text.charCodeAt(at++)]; value += (sign & 31) * scale; }
      found.push(value);
    }
    return found;
  }

  const readSteps = (text) => addUp(readNumbers(text));

  /** Steps added up, in place. */
  function addUp(steps) {
    for (let at = 1; at < steps.length; at++) steps[at] += steps[at - 1];
    return steps;
  }

  /** The documents of a posting list, and what each of them gets: twice its impact, plus 1 where the word is in its name. */
  function readPostings(text) {
    const most = text.length >> 1, size = text.length, documents = new Int32Array(most), values = new Int32Array(most);
    let count = 0, document = 0;
    for (let at = 0; at < size; count++) {
      let sign = VALUES[text.charCodeAt(at++)], value = sign & 31;
      for (let scale = 32; sign & 32; scale *= 32) { sign = VALUES[text.charCodeAt(at++)]; value += (sign & 31) * scale; }
      documents[count] = document += value;
      sign = VALUES[text.charCodeAt(at++)];
      value = sign & 31;
      for (let scale = 32; sign & 32; scale *= 32) { sign = VALUES[text.charCodeAt(at++)]; value += (sign & 31) * scale; }
      values[count] = value;
    }
    return { documents: documents.subarray(0, count), values: values.subarray(0, count) };
  }

  /** Order by code points, as Python sorts; JavaScript's own order differs beyond U+FFFF. */
  function compare(one, other) {
    const most = Math.min(one.length, other.length);
    for (let at = 0; at < most; at++) {
      let left = one.charCodeAt(at), right = other.charCodeAt(at);
      if (left !== right) {
        if (left >= 0xd800 && right >= 0xd800) {
          left = left >= 0xe000 ? left - 0x800 : left + 0x2000;
          right = right >= 0xe000 ? right - 0x800 : right + 0x2000;
        }
        return left - right;
      }
    }
    return one.length - other.length;
  }

  /** The last place in *limits* that is not behind *wanted*; 0 where all are. */
  function locate(limits, wanted, order) {
    let low = 0, high = limits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(limits[middle], wanted) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  const byNumber = (one, other) => one - other;
  function addScript(path) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = root + path;
      script.async = true;
      script.charset = "utf-8";
      script.onload = () => { script.remove(); resolve(); };
      script.onerror = () => { script.remove(); reject(new Error(RELOAD)); };
      document.head.appendChild(script);
    });
  }

  /** Reads one index: what the rules say, or what they said once. */
  function reader(file) {
    let manifest = null, opening = null;
    const waiting = new Map(), loaded = new Map();

    function takeManifest(data) {
      if (data.format === FORMAT) manifest = { ...data, stopWords: new Set(data.stopWords.split(" ")), terms: data.postings.length ? data.terms.split("\n") : [], whole: false };
    }

    /** Read the rest of the manifest, which is not needed to send for shards: meanwhile they come. */
    function unfold() {
      if (manifest.whole) return;
      manifest.whole = true;
      manifest.classes = manifest.classes.map(([kind, edition, editions, language, order]) => ({ kind, edition, editions, language, order, editionKeys: editions.map(key), kindKey: key(kind), languageKey: key(language) }));
      manifest.common = manifest.common.split("\n");
      for (const name of ["postings", "holders", "documents"]) addUp(manifest[name]);
      const twins = readNumbers(manifest.twins);
      manifest.twins = new Map();
      for (let at = 0, document = 0; at < twins.length; at += 2) manifest.twins.set((document += twins[at]), twins[at + 1]);
      manifest.newest = new Set(manifest.twins.values());
    }

    /** The number of a document's class, written with as many signs as the most of them need. */
    function classOf(document) {
      const { classesOf, width } = manifest;
      let found = 0;
      for (let at = (document + 1) * width - 1; at >= document * width; at--) found = 64 * found + VALUES[classesOf.charCodeAt(at)];
      return found;
    }

    function open() {
      if (!opening) {
        opening = (manifest ? Promise.resolve() : addScript(file)).then(() => {
          if (!manifest) throw new Error(RELOAD);
          return manifest;
        });
        opening.catch(() => { opening = null; });
      }
      return opening;
    }

    const shardOf = {
      w: (text) => frontCoded(text),
      p: (text) => text.split("\n"), d: (text) => text.split("\n"),
      h: (text) => new Map(text.split("\n").map((line) => { const [term, data] = line.split("\t"); return [Number(term), data]; })),
      z: (text) => new Map(text.split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line])),
    };

    /** The words and names of a shard, in order, with the terms of the word and the bearers of the name, as far as it is one. */
    function frontCoded(text) {
      const keys = [], terms = [], bearers = [], pairs = /[\ud800-\udfff]/.test(text);  // shared beginnings are counted in code points
      let before = "";
      for (const line of text.split("\n")) {
        let shared = 0, shift = 0, at = 0, sign;
        do { sign = VALUES[line.charCodeAt(at++)]; shared += (sign & 31) * 2 ** shift; shift += 5; } while (sign & 32);
        const tab = line.indexOf("\t", at), more = line.indexOf("\t", tab + 1);
        before = (pairs ? Array.from(before).slice(0, shared).join("") : before.slice(0, shared)) + line.slice(at, tab);
        keys.push(before);
        terms.push(more < 0 ? line.slice(tab + 1) : line.slice(tab + 1, more));
        bearers.push(more < 0 ? "" : line.slice(more + 1));
      }
      return { keys, terms, bearers };
    }

    function shard(family, number) {
      const name = family + number;
      let found = loaded.get(name);
      if (!found) {
        const inline = manifest.shards && manifest.shards[name];
        found = inline !== undefined && inline !== null ? Promise.resolve(shardOf[family](inline)) :
          addScript(file.replace("manifest", `${manifest.build}/${name}`)).then(() => {
            const text = waiting.get(name);
            waiting.delete(name);
            if (text === undefined) throw new Error(RELOAD);
            return shardOf[family](text);
          });
        loaded.set(name, found);
        found.catch(() => loaded.delete(name));
      }
      return found;
    }

    function surfaceOf(word, data) {
      const numbers = readNumbers(data), found = numbers.slice(1);
      for (let at = 1; at < found.length; at++) found[at] += found[at - 1];
      return { word, documents: numbers[0], terms: found };
    }

    /** What is known of *key* as a word (`terms`) or as a name (`bearers`): the signs of its numbers, "" where it is none. */
    async function known(key, column) {
      if (!manifest.words.length) return "";
      const part = await shard("w", locate(manifest.words, key, compare)), place = locate(part.keys, key, compare);
      return part.keys[place] === key ? part[column][place] : "";
    }

    async function surface(word) {
      const data = await known(word, "terms");
      return data ? surfaceOf(word, data) : null;
    }

    async function eachFrom(prefix, column, take) {
      const limits = manifest.words;
      if (!limits.length) return;
      for (let at = locate(limits, prefix, compare); at < limits.length; at++) {
        const part = await shard("w", at);
        for (let place = 0; place < part.keys.length; place++) {
          const key = part.keys[place], data = part[column][place];
          if (key.startsWith(prefix)) { if (data && take(key, data) === false) return; }
          else if (compare(key, prefix) > 0) return;
        }
        if (at + 1 < limits.length && !limits[at + 1].startsWith(prefix) && compare(limits[at + 1], prefix) > 0) return;
      }
    }

    async function beginning(prefix, most) {
      const found = [];
      await eachFrom(prefix, "terms", (word, data) => { found.push(surfaceOf(word, data)); return found.length !== most; });
      return found;
    }

    async function near(places) {
      const found = [];
      for (const [letter, length] of manifest.spellings.length ? places : []) {
        const name = letter + String(length).padStart(3, "0");
        const line = (await shard("z", locate(manifest.spellings, name, compare))).get(name);
        if (line === undefined) continue;
        const parts = line.split(" ");
        for (let at = 1; at < parts.length; at += 2) found.push({ word: letter + parts[at], documents: readNumbers(parts[at + 1])[0] });
      }
      return found;
    }

    const around = (signs, least, most) => Array.from({ length: most - least + 1 }, (_, step) => [signs[0], least + step]);

    const surfacesOf = async (found) => (await Promise.all(found.map((item) => surface(item.word)))).filter(Boolean);

    async function nearest(word) {
      const signs = Array.from(word), most = editsAllowed(signs), found = [];
      const places = around(signs, signs.length - most, signs.length + most);
      if (signs[0] !== signs[1]) for (const length of [signs.length - 1, signs.length]) places.push([signs[1], length]);
      for (const item of await near(places)) {
        const away = distance(signs, Array.from(item.word), most);
        if (away > 0 && away <= most) found.push({ away, ...item });
      }
      found.sort((one, other) => one.away - other.away || other.documents - one.documents || compare(one.word, other.word));
      return surfacesOf(found.slice(0, MOST_MEANT).filter((item) => item.away === found[0].away));
    }

    async function alike(word) {
      const signs = Array.from(word);
      const found = (await near(around(signs, Math.max(3, signs.length - 2), signs.length + 2))).map((item) => ({ share: likeness(word, item.word), ...item }));
      found.sort((one, other) => other.share - one.share || compare(one.word, other.word));
      return surfacesOf(found.slice(0, MOST_MEANT).filter((item) => item.share >= LIKE));
    }

    const postings = new Map();

    async function impacts(term) {
      let found = postings.get(term);
      if (!found) {
        const place = locate(manifest.postings, term, byNumber);
        const line = (await shard("p", place))[term - manifest.postings[place]];
        postings.set(term, found = readPostings(line));
      }
      return found;
    }

    async function holders(term, isField) {
      if (!isField && manifest.holders.length) {
        const more = (await shard("h", locate(manifest.holders, term, byNumber))).get(term);
        if (more !== undefined) return readSteps(more);
      }
      const place = locate(manifest.postings, term, byNumber);
      const line = (await shard("p", place))[term - manifest.postings[place]];
      if (isField) return readSteps(line);
      return (await impacts(term)).documents;
    }

    async function valued(term) {
      const documents = await holders(term, true);
      return { documents, values: documents.map(() => VALUE << 1) };
    }

    async function named(name) {
      return name ? readSteps(await known(name, "bearers")) : [];
    }

    async function namesAround(name) {
      const limits = manifest.words, namesOf = async (at) => { const part = await shard("w", at); return part.keys.filter((_, place) => part.bearers[place]); };
      if (!limits.length) return [];
      const middle = locate(limits, name, compare);
      let before = [], after = [];
      for (let at = middle; at >= 0 && before.length < AROUND; at--) before = [...(await namesOf(at)).filter((known) => compare(known, name) < 0), ...before];
      for (let at = middle; at < limits.length && after.length < AROUND; at++) after = [...after, ...(await namesOf(at)).filter((known) => compare(known, name) >= 0)];
      before = before.slice(-AROUND).reverse();
      after = after.slice(0, AROUND);
      const ranked = [], signs = Array.from(name);
      for (const [step, neighbours] of [[0, after], [1, before]]) {
        neighbours.forEach((known, place) => {
          const other = Array.from(known);
          let shared = 0;
          while (shared < signs.length && shared < other.length && signs[shared] === other[shared]) shared++;
          ranked.push([-shared, known.split(" ").length, 2 * place + step, known]);
        });
      }
      ranked.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
      const found = [];
      for (const [, , , known] of ranked) if (!found.some((other) => known.startsWith(`${other} `))) found.push(known);
      return found.slice(0, 5);
    }

    /** A line of a shard of documents, with its common words spelt out. */
    const spelt = (line) => line.replace(/[\u00aa-\u07ff]/g, (sign) => manifest.common[manifest.codes.indexOf(sign)] || sign);

    async function documentOf(number) {
      const place = locate(manifest.documents, number, byNumber);
      const lines = await shard("d", place);
      const at = number - manifest.documents[place];
      if (typeof lines[at] === "string") {
        const [id, name, page, section, url, file, line, names, text, dropped] = JSON.parse(spelt(lines[at]));
        const { kind, edition, language } = manifest.classes[classOf(number)];
        lines[at] = { id, name, kind, page, section, edition, language, url, source: { file, line }, names: [name, ...names], text };
        if (dropped) lines[at].dropped = dropped;
      }
      return lines[at];
    }

    // ---- forms.py, typed.py --------------------------------------------------------------------------------------------
    async function inflected(word) {
      const signs = Array.from(word);
      for (let cut = 1; cut <= MOST_CUT; cut++) {
        const left = signs.slice(0, -cut), stem = left.join(""), ending = signs.slice(-cut).join("");
        if (!ENDINGS.has(ending) || left.length < SHORTEST_STEM - (PLURALS.includes(ending) ? 1 : 0)) continue;
        const exact = await surface(stem);
        if (exact) return [exact];
        const found = left.length > SHORTEST_STEM ? (await beginning(stem)).filter((item) => ENDINGS.has(item.word.slice(stem.length))) : [];
        if (found.length) return found.sort(commonest).slice(0, MOST_ALIKE);
      }
      return [];
    }

    const means = (text) => own(manifest.synonyms, text) || own(manifest.translations, text);

    function meaningsOf(text) {
      const form = called(text).find(means);
      return form === undefined ? [[], []] : [own(manifest.synonyms, form) || [], own(manifest.translations, form) || []];
    }

    async function typedWords(query) {
      let found = await wordsOf(query.words);
      for (const phrase of query.phrases) found = found.concat(phrase.map((word) => ({ word, content: !manifest.stopWords.has(word) })));
      found = withEditions(found);
      if (found.some((item) => item.content && !item.edition)) return found;
      const editions = found.some((item) => item.edition);
      return found.map((item) => ({ ...item, content: item.content || !editions, edition: false }));
    }

    async function wordsOf(typed) {
      const found = await Promise.all(typed.map(async ({ chunk, capitals }) => {
        const known = chunk.whole !== null && (await surface(chunk.whole));
        return Promise.all((known ? [chunk.whole] : chunk.parts).map(async (part) => {
          const apart = await splitUp(part);
          return apart.length ? apart : [{ word: part, content: capitals || !manifest.stopWords.has(part) }];
        }));
      }));
      return found.flat(2);
    }

    async function splitUp(word) {
      if (means(word)) return [];
      const known = await surface(word), glued = GLUED.exec(word);
      if (!glued) return known ? [] : (await partsOf(word)).map((part) => ({ word: part, content: true, joined: word }));
      const [, letters, digits] = glued, value = await valueOf(letters, digits);
      if (value) return [{ word: known ? word : value.word, content: true, value }];
      const apart = !known && (means(letters) || ((await surface(letters)) && (await surface(digits))));
      return apart ? [letters, digits].map((half) => ({ word: half, content: true })) : [];
    }

    async function partsOf(word) {
      const signs = Array.from(word);
      if (signs.length <= 2 * SHORTEST_PART || !ALL_LETTERS.test(word) || (await beginning(word, 1)).length || (await inflected(word)).length) return [];
      if (editsAllowed(signs) && (await nearest(word)).length) return [];
      for (let place = signs.length - SHORTEST_PART; place >= SHORTEST_PART; place--) {
        const parts = [signs.slice(0, place).join(""), signs.slice(place).join("")];
        if ((await surface(parts[0])) && (await surface(parts[1]))) return parts;
      }
      return [];
    }

    function withEditions(typed) {
      const known = new Map(manifest.classes.flatMap((shared) => shared.editionKeys).filter((name) => !ALL_DECIMAL.test(name)).map((name) => [name.replaceAll(" ", ""), name])), found = [];
      for (const item of typed) {
        const last = found[found.length - 1], both = last && !last.edition ? last.word + item.word : "";
        if (known.has(both)) found[found.length - 1] = { word: known.get(both), content: true, edition: true };
        else found.push(known.has(item.word) ? { word: known.get(item.word), content: true, edition: true } : item);
      }
      return found;
    }

    async function valueOf(name, number) {
      const field = own(NUMBERS, name) || name;
      if (!own(manifest.numbers, field) || !/^[0-9]{1,8}$/.test(number)) return null;
      return surface(`:${field}=${Number(number)}`);
    }

    const mayBeJoined = (item) => item.content && !item.edition && item.joined === undefined && ALL_LETTERS.test(item.word);

    // ---- understanding.py ----------------------------------------------------------------------------------------------
    async function understand(query) {
      const typed = await typedWords(query), steps = [];
      for (let place = 0; place < typed.length;) {
        const [width, unit, read] = await nextUnit(typed, place);
        steps.push([unit, read]);
        place += width;
      }
      const made = await Promise.all(steps.map(([unit]) => unit)), units = made.filter(Boolean);
      const heard = steps.flatMap(([, read], at) => read.map((item) => ({ ...item, word: (made[at] && made[at].read.get(item.word)) || item.word })));
      const content = heard.filter((item) => item.content && !item.edition).map((item) => item.word), whole = heard.map((item) => item.word).join(" ");
      const readings = new Set([whole, content.length <= LONGEST_READING ? content.join(" ") : "", query.rest].filter((text) => text && text !== query.plain && text !== query.whole));
      return { units, heard: readings.has(whole) ? whole : null, readings: [...readings], corrected: correctedBy(query, typed, units) };
    }

    /** How many words from *place* on are one unit, a promise of that, and the words as they are read. */
    async function nextUnit(typed, place) {
      const first = typed[place], pair = typed.slice(place, place + 2), ends = place + 2 >= typed.length, says = pair.map((item) => item.word);
      if (first.edition) return [1, editionOf(first.word), [first]];
      const value = pair.length > 1 ? await valueOf(...says) : null;
      if (value) return [2, unitOf(says, { last: ends, value }), pair];
      const [width, meanings] = meaning(typed, place);
      const joined = width === 1 && typed.length <= MOST_PARTED && pair.length > 1 && pair.every(mayBeJoined) ? await surface(says.join("")) : null;
      if (joined) return [2, unitOf(says, { last: ends, joined }), [{ word: joined.word, content: true }]];
      const part = typed.slice(place, place + width);
      let said = part.filter((item) => item.content);
      if (!said.length && meanings.length) said = part;
      if (!said.length) return [width, null, part];
      return [width, unitOf(said.map((item) => item.word), { last: place + width === typed.length, meanings, value: first.value, reads: true }), part];
    }

    function meaning(typed, place) {
      for (let width = Math.min(MOST_TERMS_OF_SYNONYM, typed.length - place); width > 0; width--) {
        const [synonyms, translations] = meaningsOf(typed.slice(place, place + width).map((item) => item.word).join(" "));
        const found = [...synonyms.map((text) => [text, SYNONYM]), ...translations.map((text) => [text, TRANSLATION])];
        const others = new Set([...typed.slice(0, place), ...typed.slice(place + width)].map((item) => item.word));
        const fresh = found.filter(([text]) => !text.split(" ").every((word) => others.has(word)));
        if (found.length) return [width, fresh.length ? fresh : found];
      }
      return [1, []];
    }

    function correctedBy(query, typed, units) {
      const meant = new Map();
      for (const unit of units) for (const way of unit.ways.slice(0, 1)) for (const atom of way.atoms) if (atom.understood) meant.set(atom.word, atom.understood);
      for (const item of typed) if (item.joined) meant.set(item.joined, typed.filter((other) => other.joined === item.joined).map((other) => other.word).join(" "));
      if (!meant.size) return null;
      let said = query.words.flatMap((word) => word.chunk.parts);
      if (!said.length) said = query.plain.split(" ");
      return said.some((word) => meant.get(word)) ? said.map((word) => meant.get(word) || word).join(" ") : null;
    }

    // ---- units.py, limits.py, ranking.py ---------------------------------------------------------------------------
    async function unitOf(says, { last = false, meanings = [], value = null, joined = null, reads = false }) {
      const spell = !meanings.length && !joined;
      const first = Promise.all(says.map((word, place) => atomOf(word, last && place === says.length - 1, spell)));
      const others = Promise.all(meanings.map(([text]) => {
        const all = text.split(" "), content = all.filter((word) => !manifest.stopWords.has(word));
        return Promise.all((content.length ? content : all).map((word) => atomOf(word, false, false, true)));
      }));
      const atoms = await first;
      let ways = [{ atoms, allNeeded: false, weight: WHOLE }];
      if (joined) {
        const apart = (await Promise.all(says.map(surface))).every(Boolean) ? ways : [];
        ways = [{ atoms: [await atomOf(joined.word, last, true)], allNeeded: false, weight: WHOLE }, ...apart];
      }
      ways.push(...(await others).map((list, place) => ({ atoms: list, allNeeded: true, weight: meanings[place][1] })));
      if (value && !says.includes(value.word)) ways.push({ atoms: [{ word: value.word, terms: new Map(value.terms.map((term) => [term, WHOLE])) }], allNeeded: false, weight: WHOLE });
      if (meanings.length && !atoms.some((atom) => atom.terms.size)) {
        const useful = ways.slice(1).filter((way) => way.atoms.every((atom) => atom.terms.size));
        if (useful.length) ways = useful;
      }
      const read = new Map(reads ? ways[0].atoms.map((atom) => [atom.word, atom.read]) : []);
      return { text: says.join(" "), ways, rarity: ways[0].atoms.reduce((sum, atom) => sum + atom.rarity, 0), edition: false, read };
    }

    async function editionOf(name) {
      const ways = DECIMAL.test(name) ? [] : [{ atoms: await Promise.all(name.split(" ").map((word) => atomOf(word, false, false, true))), allNeeded: true, weight: WHOLE }];
      return { text: name, ways, rarity: 0, edition: true, read: new Map() };
    }

    async function atomOf(word, last, spell, printed = false) {
      const signs = Array.from(word), exact = await surface(word), found = exact ? [[exact, WHOLE]] : [];
      if (!printed && ((last && signs.length > 2) || (!exact && signs.length > 1))) {
        const alike = (await beginning(word)).sort(commonest);
        for (const item of alike.slice(0, exact ? MOST_COMPLETED : MOST_ALIKE)) found.push([item, exact ? WHOLE / 2 : WHOLE - 2]);
      }
      const forms = found.length ? [] : await inflected(word);
      for (const item of forms) found.push([item, WHOLE - 1]);
      const meant = spell && !found.length && editsAllowed(signs) ? await nearest(word) : [];
      for (const item of meant) found.push([item, WHOLE - 2]);
      const terms = new Map();
      for (const [item, weight] of found) for (const term of item.terms) if (!terms.has(term)) terms.set(term, weight);
      const known = found.length ? found[0][0].documents : manifest.count;
      const rarity = 32 - Math.clz32(Math.floor(manifest.count / Math.max(known, 1))), read = [...forms, ...meant][0];
      return { word, terms, rarity, understood: meant.length ? meant[0].word : null, read: read && read.word, begun: found.length > 0 && !exact && !read };
    }

    const count = (map, name, value) => map.set(name, (map.get(name) || 0) + value);

    const pool = [];

    /** What each document gets: values by document number, and the documents that have any. Given back, it is used again. */
    function sheet() {
      return pool.pop() || { values: new Int32Array(manifest.count), met: new Uint16Array(manifest.count), named: new Uint16Array(manifest.count), touched: new Int32Array(manifest.count), size: 0 };
    }

    function giveBack(used) {
      const { values, met, named, touched, size } = used;
      for (let at = 0; at < size; at++) { const document = touched[at]; values[document] = met[document] = named[document] = 0; }
      used.size = 0;
      pool.push(used);
    }

    /** What each document gets from one word: the best of its terms. */
    function sumOfAtom(lists) {
      const sums = sheet(), { values: best, met, named, touched } = sums;
      let size = 0;
      for (const [{ documents, values }, weight] of lists) {
        for (let at = 0; at < documents.length; at++) {
          const document = documents[at], posting = values[at], value = (posting >> 1) * weight;
          if (met[document] === 0) { met[document] = 1; touched[size++] = document; }
          if (value > best[document]) best[document] = value;
          if (posting & 1) named[document] = 1;
        }
      }
      sums.size = size;
      return sums;
    }

    /** What each document gets from all words of a way. */
    function sumOfWay(atoms) {
      const sums = sumOfAtom(atoms[0]);
      for (const lists of atoms.slice(1)) {
        const more = sumOfAtom(lists);
        for (let at = 0; at < more.size; at++) {
          const document = more.touched[at];
          if (sums.met[document] === 0) sums.touched[sums.size++] = document;
          sums.values[document] += more.values[document];
          sums.met[document]++;
          sums.named[document] += more.named[document];
        }
        giveBack(more);
      }
      return sums;
    }

    /** What each document gets from a unit: the best of its ways, `met` where it has any, `named` where its name has all words of one. */
    function sumOfUnit(unit, lists) {
      const best = sheet();
      unit.ways.forEach((way, number) => {
        const sums = sumOfWay(lists[number]), atoms = way.atoms.length;
        for (let at = 0; at < sums.size; at++) {
          const document = sums.touched[at];
          if (way.allNeeded && sums.met[document] !== atoms) continue;
          if (best.met[document] === 0) { best.met[document] = 1; best.touched[best.size++] = document; }
          best.values[document] = Math.max(best.values[document], Math.floor((sums.values[document] * way.weight) / (WHOLE * WHOLE)));
          if (sums.named[document] === atoms) best.named[document] = 1;
        }
        giveBack(sums);
      });
      return best;
    }

    const listsOf = (atom) => Promise.all(Array.from(atom.terms, async ([term, weight]) => [atom.word[0] === ":" ? await valued(term) : await impacts(term), weight]));

    async function score(units) {
      const lists = await Promise.all(units.map((unit) => Promise.all(unit.ways.map((way) => Promise.all(way.atoms.map(listsOf))))));
      if (units.length === 1) return sumOfUnit(units[0], lists[0]);  // and nothing lacks a word
      const total = sheet();
      [...units.keys()].sort((one, other) => units[one].edition - units[other].edition || one - other).forEach((place) => {
        const unit = units[place], mine = sumOfUnit(unit, lists[place]);
        for (let at = 0; at < mine.size; at++) {
          const document = mine.touched[at];
          if (unit.edition) {
            if (total.met[document]) total.values[document] += mine.values[document];
            continue;
          }
          if (total.met[document] === 0) total.touched[total.size++] = document;
          total.values[document] += mine.values[document];
          total.met[document] += unit.rarity;
          total.named[document] += mine.named[document];
        }
        giveBack(mine);
      });
      const whole = units.reduce((sum, unit) => sum + unit.rarity, GRACE);
      for (let at = 0; at < total.size; at++) {
        const document = total.touched[at];
        total.values[document] = Math.floor((total.values[document] * (GRACE + total.met[document])) / whole);
      }
      return total;
    }

    const isWhole = (rest) => Array.from(rest.split(" ", 1)[0]).length <= MOST_CUT;

    async function tiersOf(query, understood, scores) {
      const tiers = new Map(), needed = understood.units.filter((unit) => !unit.edition).length;
      for (let at = 0; at < scores.size; at++) if (scores.named[scores.touched[at]] === needed) tiers.set(scores.touched[at], IN_NAME);
      const put = (bearers, tier, implied) => {
        for (const bearer of bearers) {
          const document = bearer >> 1, found = bearer & 1 ? implied : tier, known = tiers.get(document);
          tiers.set(document, known === undefined ? found : Math.min(found, known));
        }
      };
      const synonyms = own(manifest.synonyms, query.plain) || [];
      for (const text of own(manifest.translations, query.plain) || []) put(await named(text), TRANSLATED, TRANSLATED);
      for (const text of [query.plain, understood.heard].filter(Boolean)) await eachNamed(text, (rest, bearers) => put(bearers, isWhole(rest) ? BEGINS : UNFINISHED, isWhole(rest) ? BEGINS : UNFINISHED));
      for (const text of understood.readings) for (const name of [text, ...(own(manifest.synonyms, text) || [])]) put(await named(name), HEARD, OVERHEARD);
      for (const text of synonyms) await eachNamed(text, (rest, bearers) => { if (isWhole(rest)) put(bearers, BEGINS, BEGINS); });
      for (const text of synonyms) put(await named(text), SAME_AS, OVERHEARD);
      for (const name of [query.plain, query.whole]) put(await named(name), EXACT, IMPLIED);
      return tiers;
    }

    /** Give *take* what follows after *text* in each name that begins so, and its bearers. */
    async function eachNamed(text, take) {
      let left = MOST_NAMES;
      await eachFrom(text, "bearers", (name, data) => { take(name.slice(text.length), readSteps(data)); return --left > 0; });
    }

    function valuesOf(shared, field) {
      return field === "kind" ? [shared.kindKey] : field === "language" ? [shared.languageKey] : shared.editionKeys;
    }

    async function withAny(surfaces, isField) {
      const found = new Set();
      for (const item of surfaces) if (item) for (const term of item.terms) for (const document of await holders(term, isField)) found.add(document);
      return found;
    }

    async function holdersOf(wish) {
      if (wish.field === "kind" || wish.field === "edition" || wish.field === "language") {
        const value = wish.field === "kind" ? own(manifest.kinds, wish.value) || wish.value : wish.value;
        const keep = manifest.classes.map((shared) => valuesOf(shared, wish.field).includes(value)), found = new Set();
        for (let document = 0; document < manifest.count; document++) if (keep[classOf(document)]) found.add(document);
        return found;
      }
      const fields = [wish.value, ...meaningsOf(wish.value).flat()].map((value) => `:${wish.field}:${value}`);
      const exact = (await Promise.all(fields.map(surface))).filter(Boolean);
      return withAny(exact.length ? exact : (await Promise.all(fields.map((field) => beginning(field, MOST_ALIKE)))).flat(), true);
    }

    const both = (one, other) => (one === null ? other : new Set([...one].filter((document) => other.has(document))));

    async function withAll(list) {
      let found = null;
      const content = list.filter((word) => !manifest.stopWords.has(word));
      for (const word of content.length ? content : list) found = both(found, await withAny([await surface(word)], false));
      return found || new Set();
    }

    async function allowedBy(query) {
      let allowed = null;
      const refused = new Set();
      for (const wish of query.wishes) {
        const found = await holdersOf(wish);
        if (wish.refused) for (const document of found) refused.add(document);
        else allowed = both(allowed, found);
      }
      for (const limit of query.ranges) {
        const values = (own(manifest.numbers, limit.field) || []).filter((value) => holds(limit, value));
        allowed = both(allowed, await withAny(await Promise.all(values.map((value) => surface(`:${limit.field}=${value}`))), true));
      }
      for (const phrase of query.phrases) allowed = both(allowed, await withAll(phrase));
      for (const list of query.refused) for (const document of await withAll(list)) refused.add(document);
      if (refused.size) {
        const all = allowed === null ? Array.from({ length: manifest.count }, (_, document) => document) : [...allowed];
        allowed = new Set(all.filter((document) => !refused.has(document)));
      }
      return allowed;
    }

    function hasPhrase(text, phrase) {
      for (let at = text.indexOf(phrase[0]); at >= 0; at = text.indexOf(phrase[0], at + 1)) {
        if (phrase.every((word, step) => text[at + step] === word)) return true;
      }
      return false;
    }

    async function verified(query, places) {
      if (!query.phrases.length) return places;
      const first = places.slice(0, MOST_VERIFIED);
      const documents = await Promise.all(Array.from(first, (place) => documentOf(place % STEP)));
      return first.filter((_, at) => {
        const texts = [...documents[at].names, documents[at].text].map(words);
        return query.phrases.every((phrase) => texts.some((text) => hasPhrase(text, phrase)));
      });
    }

    const tierOf = (place) => Math.floor(place / STEP / STEP / ORDERS);

    /** One place for each text; where it has others, the newest that is found as well as any stands for them. */
    function collapsed(places, first) {
      const { twins, newest } = manifest, fit = (place) => 2 * tierOf(place) + (first && !first[classOf(place % STEP)] ? 1 : 0);
      if (!twins.size) return Array.from(places);
      const groups = new Map(), found = [];
      for (const place of places) {
        const document = place % STEP, twin = twins.get(document);
        if (twin === undefined && !newest.has(document)) { found.push(place); continue; }
        const group = groups.get(twin === undefined ? document : twin);
        if (group) group.push(place);
        else {
          const started = [place];
          groups.set(twin === undefined ? document : twin, started);
          found.push(started);
        }
      }
      return found.map((item) => {
        if (typeof item === "number" || item.length === 1) return typeof item === "number" ? item : item[0];
        const shown = item.find((place) => newest.has(place % STEP) && fit(place) === fit(item[0]));
        return { first: item[0], document: (shown === undefined ? item[0] : shown) % STEP, others: item.filter((place) => place !== (shown === undefined ? item[0] : shown)) };
      });
    }

    const documentAt = (item) => (typeof item === "number" ? item % STEP : item.document);

    function keeper(options) {
      const listed = (value) => (value === undefined || value === null || value === "" ? [] : [].concat(value)).map(key);
      const kinds = [...listed(options.kind), ...listed(options.kinds)].map((kind) => own(manifest.kinds, kind) || kind), editions = listed(options.edition), languages = listed(options.language);
      const keep = manifest.classes.map((shared) =>
        (!kinds.length || kinds.includes(shared.kindKey)) &&
        (!editions.length || editions.some((edition) => edition === key(shared.edition || "") || shared.editionKeys.includes(edition))) &&
        (!languages.length || languages.includes(shared.languageKey)));
      return keep.every(Boolean) ? null : (document) => keep[classOf(document)];
    }

    async function rank(query, options) {
      const understood = await understand(query), order = await ordered(query, understood, keeper(options));
      const suggestions = order.length || !query.whole ? [] : await suggested(query);
      const limit = options.limit === undefined ? 10 : Math.max(0, Number(options.limit) || 0);
      const top = order.slice(0, limit).map((item) => {
        const first = typeof item === "number" ? item : item.first;
        const score = STEP - 1 - (Math.floor(first / STEP) % STEP);
        return { document: documentAt(item), tier: tierOf(first), score, variants: typeof item === "number" ? [] : item.others.map((place) => place % STEP) };
      });
      return { top, documents: order.map(documentAt), units: understood.units, corrected: understood.corrected, suggestions };
    }

    /** Of each class, whether it is of an edition that the query names; null where it names none. */
    function preferred(units) {
      const editions = new Set(units.filter((unit) => unit.edition).map((unit) => unit.text));
      return editions.size ? manifest.classes.map((shared) => shared.editionKeys.some((edition) => editions.has(edition))) : null;
    }

    async function ordered(query, understood, keep) {
      const { units } = understood, first = preferred(units);
      const [scores, allowed] = await Promise.all([score(units), allowedBy(query), ...understood.readings.map(named)]);
      const tiers = await tiersOf(query, understood, scores);
      let found = Array.from(scores.touched.subarray(0, scores.size));
      for (const document of tiers.keys()) if (scores.met[document] === 0) found.push(document);
      if (allowed !== null) found = units.length || query.phrases.length ? found.filter((document) => allowed.has(document)) : [...allowed];
      if (allowed !== null && (query.plain || !query.refused.length)) found = [...new Set([...found, ...(await named(query.whole)).map((bearer) => bearer >> 1)])];
      // One number for each document, so that they are sorted as numbers: tier, order of bearers, score downwards, document.
      if (keep) found = found.filter(keep);
      const places = new Float64Array(found.length), { values } = scores;
      for (let at = 0; at < found.length; at++) {
        const document = found[at], known = tiers.get(document), tier = known === undefined ? IN_TEXT : known;
        const other = first !== null && !first[classOf(document)], score = other ? values[document] >> 1 : values[document];
        const order = tier <= OVERHEARD ? manifest.classes[classOf(document)].order + (other ? OTHER_EDITION : 0) : 0;
        places[at] = ((tier * ORDERS + order) * STEP + (STEP - 1 - score)) * STEP + document;
      }
      places.sort();
      giveBack(scores);
      return collapsed(await verified(query, places), first);
    }

    /** Documents whose names may be meant: what is found without limits, else what bears words that look alike. */
    async function suggested(query) {
      const wished = query.wishes.filter((wish) => !wish.refused).flatMap((wish) => wish.value.split(" "));
      const said = [...query.phrases.flat(), ...wished].map((word) => ({ chunk: { parts: [word], whole: null }, capitals: false }));
      const loose = { ...query, whole: query.plain, rest: "", words: [...query.words, ...said].slice(0, MOST_WORDS), phrases: [], refused: [], wishes: [], ranges: [] };
      const found = new Set((await ordered(loose, await understand(loose), null)).slice(0, MOST_SUGGESTED).map(documentAt));
      if (!found.size) {
        for (const { word } of (await typedWords(loose)).filter((item) => item.content).slice(0, MOST_GUESSED)) {
          for (const item of await alike(word)) for (const document of await bearing(item)) found.add(document);
        }
      }
      if (found.size < MOST_SUGGESTED) for (const name of await namesAround(query.plain || query.whole)) found.add((await named(name))[0] >> 1);
      return [...found].slice(0, MOST_SUGGESTED);
    }

    async function bearing(item) {
      const found = new Set();
      for (const term of item.terms) {
        const { documents, values } = await impacts(term);
        documents.forEach((document, at) => { if (values[at] & 1 && manifest.classes[classOf(document)].kind !== "ruling") found.add(document); });
      }
      const order = (document) => manifest.classes[classOf(document)].order;
      return [...found].sort((one, other) => order(one) - order(other) || one - other).slice(0, MOST_MEANT);
    }

    // ---- snippets.py, searching.py ---------------------------------------------------------------------------------
    /** The words that a passage marks, and whether they are only begun. */
    function wordsToMark(query, units) {
      const marked = new Map(query.phrases.flat().map((word) => [word, false]));
      for (const unit of units) for (const way of unit.ways) for (const atom of way.atoms) {
        const head = atom.read || atom.word;
        if (atom.terms.size && !marked.has(head)) marked.set(head, Boolean(atom.begun));
      }
      return marked;
    }

    /** The first wanted word of which a word is a form, or that it begins with; asked for each word of a query once. */
    function headsOf(wanted) {
      const known = new Map(), heads = new Map();
      for (const item of wanted) heads.set(item[0][0], [...(heads.get(item[0][0]) || []), item]);
      return (word) => {
        const alike = heads.get(word[0]);
        if (!alike) return "";
        let head = known.get(word);
        if (head === undefined) {
          const found = alike.find(([text, begun]) => (begun && word.startsWith(text)) || isForm(word, text));
          known.set(word, head = found ? found[0] : "");
        }
        return head;
      };
    }

    function passage(flat, headOf, width = 180) {
      const spots = [];
      for (const match of flat.matchAll(/[^\s]+/g)) {
        const word = match[0], bare = BARE.exec(word);
        let found = NONE;
        if (bare) { const head = headOf(bare[1].toLowerCase()); if (head) found = [head]; }
        else found = terms(word).map(headOf).filter(Boolean);
        if (found.length) spots.push([match.index, match.index + word.length, found]);
      }
      let start = 0, most = [0, 0];
      spots.forEach(([left], place) => {
        const close = spots.slice(place, place + 40).filter((spot) => spot[1] <= left + (width * 4) / 5);
        const value = [new Set(close.flatMap((spot) => spot[2])).size, close.length];
        if (value[0] > most[0] || (value[0] === most[0] && value[1] > most[1])) { most = value; start = left; }
      });
      if (start) start = Math.max(0, flat.lastIndexOf(" ", Math.max(0, start - Math.floor(width / 5)) - 1) + 1);
      let end = start + width;
      if (end < flat.length) end = Math.max(flat.lastIndexOf(" ", end), start + Math.floor(width / 2));
      const head = start ? "…" : "", shift = head.length - start;
      const marks = spots.filter(([left, right]) => left >= start && right <= end).map(([left, right]) => [left + shift, right + shift]);
      return { snippet: head + flat.slice(start, end) + (end < flat.length ? "…" : ""), marks };
    }

    function facetsOf(documents) {
      const facets = { kind: new Map(), edition: new Map(), language: new Map() }, numbers = new Int32Array(manifest.classes.length);
      for (const document of documents) numbers[classOf(document)]++;
      manifest.classes.forEach((shared, place) => {
        if (!numbers[place]) return;
        count(facets.kind, shared.kind, numbers[place]);
        count(facets.language, shared.language, numbers[place]);
        for (const edition of shared.editions) count(facets.edition, edition, numbers[place]);
      });
      const listed = (map) => Array.from(map, ([value, number]) => ({ value, count: number })).sort((one, other) => other.count - one.count || compare(one.value, other.value));
      return { kind: listed(facets.kind), edition: listed(facets.edition), language: listed(facets.language) };
    }

    /** How many of the hits have each of the commonest labels and traits. */
    async function valuesFacet(field, documents) {
      const inside = new Set(documents);
      const counted = await Promise.all(manifest.values[field].map(async (value) => {
        const item = await surface(`:${field}:${key(value)}`);
        let number = 0;
        for (const document of item ? await holders(item.terms[0], true) : []) if (inside.has(document)) number++;
        return { value, count: number };
      }));
      return counted.filter((item) => item.count).sort((one, other) => other.count - one.count || compare(one.value, other.value));
    }

    function kindName(kind, language) {
      const names = own(manifest.kindNames, (language || "en").split("-")[0]) || {};
      return own(names, kind) || own(own(manifest.kindNames, "en") || {}, kind) || kind.charAt(0).toUpperCase() + kind.slice(1).replace(/_/g, " ");
    }

    /** Send for what a query is likely to need, all at once: its words, where their postings should be, its names. */
    function sendFor(query) {
      const meant = [query.plain, query.whole].flatMap((text) => meaningsOf(text).flat());
      const typed = query.words.flatMap(({ chunk }) => (chunk.whole === null ? chunk.parts : [chunk.whole]));
      const asked = [...typed, ...query.phrases.flat(), ...meant.flatMap((text) => text.split(" "))];
      const content = asked.filter((word) => !manifest.stopWords.has(word));
      const wishes = query.wishes.map((wish) => `:${wish.field}:${wish.value}`);
      const send = (family, limits, word, all) => {
        let at = locate(limits, word, compare);
        if (limits.length) do shard(family, at).catch(() => {}); while (all && ++at < limits.length && limits[at].startsWith(word));
      };
      for (const word of [...wishes, ...(content.length ? content : asked)]) {
        send("w", manifest.words, word, word === typed[typed.length - 1] && Array.from(word).length > 2);
        send("p", manifest.terms, word, false);
      }
      for (const name of [query.plain, query.whole, ...meant]) if (name) send("w", manifest.words, name, name === query.plain);
    }

    /** Everything that a query gives: hits, how many there are, facets, a corrected query, the nearest names. */
    async function find(text, options) {
      await open();
      const query = parse(text, manifest.numbers, manifest.fields || {});
      sendFor(query);
      unfold();
      const ranking = await rank(query, options);
      const documents = ranking.top.map((item) => Promise.all([item.document, ...item.variants].map(documentOf)));
      const marked = wordsToMark(query, ranking.units), headOf = headsOf(marked);
      const hits = await Promise.all(ranking.top.map(async (item, place) => {
        const [document, ...others] = await documents[place];
        const { names, text: whole, ...shown } = document;
        const variants = others.map(({ id, edition, url }) => ({ id, edition, url }));
        return { rank: place + 1, ...shown, score: item.score, tier: TIERS[item.tier], ...passage(whole, headOf), variants };
      }));
      const near = await Promise.all(ranking.suggestions.map(async (number) => (await documentOf(number)).name));
      const facets = facetsOf(ranking.documents);
      if (options.facets) for (const field of ["label", "trait"]) facets[field] = await valuesFacet(field, ranking.documents);
      return { query: query.text, hits, total: ranking.documents.length, corrected: ranking.corrected, suggestions: [...new Set(near)], facets, words: new Set(marked.keys()) };
    }

    return {
      take: takeManifest, find, open, unfold, kindName,
      put(build, name, data) { if (manifest && build === manifest.build) waiting.set(name, data); },
      older: () => (manifest ? manifest.older || 0 : 0),
      isStopWord: (word) => Boolean(manifest) && manifest.stopWords.has(word),
    };
  }

  // ---- what is valid, and what was dropped -----------------------------------------------------------------------
  const current = reader("search/manifest.js"), older = reader("search/old/manifest.js");

  async function find(text, options = {}) {
    const typed = String(text === undefined || text === null ? "" : text);
    current.open().catch(() => {});  // comes while the query is read
    if (!options.old && !parse(typed, {}).old) return current.find(typed, options);
    await current.open();
    if (current.older()) return older.find(typed, options);
    return { query: typed, hits: [], total: 0, corrected: null, suggestions: [], facets: { kind: [], edition: [], language: [] }, words: new Set() };
  }

  // From disk nothing is sent, so the manifest is read before somebody asks; from a server it is when the box has the focus.
  if (typeof location !== "undefined" && location.protocol === "file:") (window.requestIdleCallback || setTimeout)(() => { current.open().then(current.unfold).catch(() => {}); });

  return {
    manifest(data) { (data.of === "old" ? older : current).take(data); },
    shard(build, name, data) { for (const one of [current, older]) one.put(build, name, data); },
    find, root, parse, open: current.open, older: current.older, kindName: current.kindName, isStopWord: current.isStopWord,
    tokens: { fold, chunks, words, terms, key },
  };
})();
var ludex = (typeof window !== "undefined" && window.ludex) || {};
ludex.find = ludexSearch.find;
ludex.search = async (query, options) => (await ludexSearch.find(query, options)).hits;
