/* The difference of two lists of blocks, as ingest/align/match.py and words.py find it; tests/align/vectors.json binds both.
   A block is {kind, text, body, look}: blocks with the same body say the same. */
(function (root) {
  "use strict";
  var WHOLE = 1000000, LEAST = 400000, NEAR = 65536, DENSE = 2500, RARE = 24, NEAREST = 6, GROUP = 250, HELD = 0.8, CELLS = 4000000;
  var WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
  var TOKEN = /(?<![\p{L}\p{N}])[+\-−–]\p{Nd}+(?:[.,]\p{Nd}+)*|[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|(?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])[\p{L}\p{N}])+(?:['’](?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])[\p{L}\p{N}])+)*|[^\s]/gu;

  var SIGN = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u, UNIT = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|(?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])[\p{L}\p{N}])+(?:['’](?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])[\p{L}\p{N}])+)*/gu;

  function words(text) { return text.match(WORD) || []; }

  /** The words by which blocks are likened; signs of scripts without blanks are words of their own. */
  function units(text) { return SIGN.test(text) ? text.match(UNIT) || [] : words(text); }

  /** Pairs of places of a longest common subsequence, or null where it is too dear. */
  function common(left, right) {
    var start = 0, n = left.length, m = right.length, out = [];
    while (start < n && start < m && left[start] === right[start]) { out.push([start, start]); start++; }
    var tail = [];
    while (n > start && m > start && left[n - 1] === right[m - 1]) { n--; m--; tail.push([n, m]); }
    var rows = n - start, columns = m - start;
    if (rows * columns > CELLS) { return null; }
    if (rows && columns) {
      /* The walk back is that of rapidfuzz, which the build uses: among equal paths both take the same. */
      var width = columns + 1, table = new Uint32Array((rows + 1) * width), i, j, middle = [];
      for (i = 1; i <= rows; i++) {
        for (j = 1; j <= columns; j++) {
          table[i * width + j] = left[start + i - 1] === right[start + j - 1]
            ? table[(i - 1) * width + j - 1] + 1
            : Math.max(table[(i - 1) * width + j], table[i * width + j - 1]);
        }
      }
      for (i = rows, j = columns; i && j;) {
        if (table[i * width + j] === table[(i - 1) * width + j]) { i--; }
        else {
          j--;
          if (j && table[i * width + j] !== table[(i - 1) * width + j]) { continue; }
          i--;
          middle.push([start + i, start + j]);
        }
      }
      out = out.concat(middle.reverse());
    }
    return out.concat(tail.reverse());
  }

  function shared(left, right) { var found = common(left, right); return found ? found.length : 0; }

  function rising(values) {
    var tails = [], places = [], before = [];
    values.forEach(function (value, place) {
      var low = 0, high = tails.length;
      while (low < high) { var mid = (low + high) >> 1; if (tails[mid] < value) { low = mid + 1; } else { high = mid; } }
      before.push(low ? places[low - 1] : -1);
      tails[low] = value; places[low] = place;
    });
    var out = [], at = places.length ? places[places.length - 1] : -1;
    while (at >= 0) { out.push(at); at = before[at]; }
    return out.reverse();
  }

  function Task(old, now) {
    this.old = old; this.now = now; this.pairs = new Map(); this.back = new Map(); this.exact = new Set();
    this.moreNew = new Map(); this.moreOld = new Map(); this.coarse = false; this.lines = [new Map(), new Map()];
    var key = function (block) { return block.text ? "t" + block.body : "m" + block.look; };
    this.left = old.map(key); this.right = now.map(key);
  }

  Task.prototype.pair = function (one, two, exact) {
    this.pairs.set(one, two); this.back.set(two, one);
    if (exact) { this.exact.add(one); }
  };

  Task.prototype.sameInOrder = function () {
    var a = 0, b = this.left.length, d = this.right.length;
    while (a < b && a < d && this.left[a] === this.right[a]) { this.pair(a, a, true); a++; }
    while (b > a && d > a && this.left[b - 1] === this.right[d - 1]) { b--; d--; this.pair(b, d, true); }
    this.between(a, b, a, d);
  };

  Task.prototype.between = function (a, b, c, d) {
    if (a === b || c === d) { return; }
    var once = function (list, from, to) {
      var count = new Map();
      for (var i = from; i < to; i++) { count.set(list[i], (count.get(list[i]) || 0) + 1); }
      return count;
    };
    var mine = once(this.left, a, b), theirs = once(this.right, c, d), where = new Map(), found = [], i;
    for (i = c; i < d; i++) { if (theirs.get(this.right[i]) === 1) { where.set(this.right[i], i); } }
    for (i = a; i < b; i++) {
      if (mine.get(this.left[i]) === 1 && where.has(this.left[i])) { found.push([i, where.get(this.left[i])]); }
    }
    var kept = rising(found.map(function (pair) { return pair[1]; })).map(function (place) { return found[place]; });
    if (!kept.length) { this.longest(a, b, c, d); return; }
    kept.concat([[b, d]]).forEach(function (pair) {
      if (a < pair[0] && c < pair[1]) { this.longest(a, pair[0], c, pair[1]); }
      if (pair[0] < b && pair[1] < d) { this.pair(pair[0], pair[1], true); }
      a = pair[0] + 1; c = pair[1] + 1;
    }, this);
  };

  Task.prototype.longest = function (a, b, c, d) {
    var found = common(this.left.slice(a, b), this.right.slice(c, d));
    if (!found) { this.coarse = true; return; }
    found.forEach(function (pair) { this.pair(a + pair[0], c + pair[1], true); }, this);
  };

  Task.prototype.free = function (isNew) {
    var taken = isNew ? this.back : this.pairs, out = [];
    (isNew ? this.now : this.old).forEach(function (block, place) { if (!taken.has(place)) { out.push(place); } });
    return out;
  };

  Task.prototype.sameElsewhere = function () {
    var waiting = new Map();
    this.free(false).forEach(function (one) {
      if (this.old[one].text) {
        if (!waiting.has(this.left[one])) { waiting.set(this.left[one], []); }
        waiting.get(this.left[one]).push(one);
      }
    }, this);
    this.free(true).forEach(function (two) {
      var found = waiting.get(this.right[two]);
      if (found && found.length) { this.pair(found.shift(), two, true); }
    }, this);
  };

  Task.prototype.line = function (isNew, place) {
    var known = this.lines[isNew ? 1 : 0], found = known.get(place);
    if (!found) {
      var block = (isNew ? this.now : this.old)[place];
      found = units(block.body.toLowerCase());
      if (!found.length) { found = [block.body]; }
      known.set(place, found);
    }
    return found;
  };

  /** How alike two blocks are, in millionths; 0 where they are too unlike to be one. */
  Task.prototype.fit = function (one, two) {
    var left = this.line(false, one), right = this.line(true, two), same = shared(left, right);
    var value = Math.floor(2 * same * WHOLE / (left.length + right.length)), short = Math.min(left.length, right.length);
    if (value >= LEAST) { return value; }
    return short >= 4 && same >= HELD * short ? LEAST : 0;
  };

  Task.prototype.candidates = function (olds, news) {
    var out = [], task = this;
    if (olds.length * news.length <= DENSE) {
      olds.forEach(function (one) { news.forEach(function (two) { out.push([one, two]); }); });
      return out;
    }
    var postings = new Map();
    news.forEach(function (two) {
      new Set(task.line(true, two)).forEach(function (word) {
        if (!postings.has(word)) { postings.set(word, []); }
        postings.get(word).push(two);
      });
    });
    olds.forEach(function (one) {
      var count = new Map(), line = task.line(false, one);
      new Set(line).forEach(function (word) {
        var found = postings.get(word) || [];
        if (found.length <= RARE) { found.forEach(function (two) { count.set(two, (count.get(two) || 0) + 1); }); }
      });
      Array.from(count.keys()).sort(function (x, y) {
        var a = count.get(x) / (line.length + task.line(true, x).length), b = count.get(y) / (line.length + task.line(true, y).length);
        return b - a || Math.abs(one - x) - Math.abs(one - y) || x - y;
      }).slice(0, NEAREST).forEach(function (two) { out.push([one, two]); });
    });
    return out;
  };

  Task.prototype.similar = function () {
    var spoken = function (blocks) { return function (place) { return blocks[place].text; }; };
    var olds = this.free(false).filter(spoken(this.old)), news = this.free(true).filter(spoken(this.now)), scores = new Map();
    this.candidates(olds, news).forEach(function (pair) {
      var one = pair[0], two = pair[1], score = this.fit(one, two);
      if (!score) { return; }
      var a = this.old[one], b = this.now[two], before = this.pairs.get(one - 1), after = this.pairs.get(one + 1);
      score += WHOLE / 20 * ((a.kind === b.kind) + (a.section === b.section) + (!!a.number && a.number === b.number));
      score += WHOLE / 20 * ((before !== undefined ? before === two - 1 : one === 0 && two === 0) + (after === two + 1));
      if (!scores.has(one)) { scores.set(one, new Map()); }
      scores.get(one).set(two, score);
    }, this);
    groups(scores).forEach(function (group) {
      if (Math.max(group[0].length, group[1].length) > GROUP) { this.coarse = true; this.greedy(group, scores); return; }
      assigned(group, scores).forEach(function (pair) { this.pair(pair[0], pair[1]); }, this);
    }, this);
  };

  /** Blocks that compete for the same partners, group by group. */
  function groups(scores) {
    var parent = new Map(), found = new Map(), sorted = function (x, y) { return x - y; };
    function root(item) {
      if (!parent.has(item)) { parent.set(item, item); }
      while (parent.get(item) !== item) { parent.set(item, parent.get(parent.get(item))); item = parent.get(item); }
      return item;
    }
    scores.forEach(function (row, one) { row.forEach(function (score, two) { parent.set(root("o" + one), root("n" + two)); }); });
    parent.forEach(function (above, item) {
      var top = root(item);
      if (!found.has(top)) { found.set(top, [[], []]); }
      found.get(top)[item[0] === "o" ? 0 : 1].push(Number(item.slice(1)));
    });
    return Array.from(found.values(), function (group) { return [group[0].sort(sorted), group[1].sort(sorted)]; });
  }

  Task.prototype.greedy = function (group, scores) {
    var found = [];
    group[0].forEach(function (one) { scores.get(one).forEach(function (score, two) { found.push([score, one, two]); }); });
    found.sort(function (x, y) {
      return y[0] - x[0] || Math.abs(x[1] - x[2]) - Math.abs(y[1] - y[2]) || x[1] - y[1] || x[2] - y[2];
    }).forEach(function (item) {
      if (!this.pairs.has(item[1]) && !this.back.has(item[2])) { this.pair(item[1], item[2]); }
    }, this);
  };

  /** The pairs of a group whose scores sum to the most; among equals the nearest and first. */
  function assigned(group, scores) {
    var turned = group[0].length > group[1].length, rows = group[turned ? 1 : 0], columns = group[turned ? 0 : 1];
    var gain = function (row, column) {
      var i = turned ? column : row, j = turned ? row : column, score = scores.get(group[0][i]).get(group[1][j]);
      return score ? score * NEAR - 2 * (i - j) * (i - j) - (i > j ? 1 : 0) : 0;
    };
    var owner = cheapest(rows.length, columns.length, function (row, column) { return -gain(row, column); }), out = [];
    owner.forEach(function (row, column) {
      if (row >= 0 && gain(row, column) > 0) { out.push(turned ? [columns[column], rows[row]] : [rows[row], columns[column]]); }
    });
    return out;
  }

  /** For each column the row that an assignment of all rows at the least cost gives it, or -1: shortest augmenting paths. */
  function cheapest(rows, columns, cost) {
    var u = new Float64Array(rows + 1), v = new Float64Array(columns + 1), owner = new Int32Array(columns + 1), way = new Int32Array(columns + 1);
    for (var row = 1; row <= rows; row++) {
      var least = new Float64Array(columns + 1).fill(Infinity), used = new Uint8Array(columns + 1), at = 0, j;
      owner[0] = row;
      do {
        var here = owner[at], delta = Infinity, next = 0;
        used[at] = 1;
        for (j = 1; j <= columns; j++) {
          if (used[j]) { continue; }
          var reduced = cost(here - 1, j - 1) - u[here] - v[j];
          if (reduced < least[j]) { least[j] = reduced; way[j] = at; }
          if (least[j] < delta) { delta = least[j]; next = j; }
        }
        for (j = 0; j <= columns; j++) {
          if (used[j]) { u[owner[j]] += delta; v[j] -= delta; } else { least[j] -= delta; }
        }
        at = next;
      } while (owner[at]);
      while (at) { owner[at] = owner[way[at]]; at = way[at]; }
    }
    return Array.from(owner).slice(1).map(function (row) { return row - 1; });
  }

  /** Headings that share no word, over blocks that are one: renamed. */
  Task.prototype.headings = function () {
    this.free(true).forEach(function (two) {
      var below = this.back.get(two + 1), one = below ? below - 1 : -1;
      if (one >= 0 && !this.pairs.has(one) && this.old[one].kind === "heading" && this.now[two].kind === "heading") { this.pair(one, two); }
    }, this);
  };

  /** Whether *place* is a part of what became of a block beside it. */
  Task.prototype.part = function (place, isNew) {
    var mine = isNew ? this.now : this.old, partners = isNew ? this.back : this.pairs, others = isNew ? this.pairs : this.back;
    var more = isNew ? this.moreNew : this.moreOld, size = units(mine[place].body).length, task = this;
    if (size < 2) { return false; }
    return [place - 1, place + 1].some(function (beside) {
      var owner = partners.get(beside);
      if (owner === undefined || (isNew && (task.moreOld.has(owner) || task.exact.has(owner)))) { return false; }
      if (!isNew && task.exact.has(beside)) { return false; }
      var held = more.get(owner) || [];
      var run = Array.from(new Set([others.get(owner), place].concat(held))).sort(function (x, y) { return x - y; });
      if (run[run.length - 1] - run[0] !== run.length - 1) { return false; }
      var whole = task.line(!isNew, owner);
      var joined = function (places) { return [].concat.apply([], places.map(function (item) { return task.line(isNew, item); })); };
      var gain = shared(whole, joined(run)) - shared(whole, joined(run.filter(function (item) { return item !== place; })));
      if (gain < HELD * 0.8 * size) { return false; }
      more.set(owner, held.concat([place])); partners.set(place, owner);
      return true;
    });
  };

  Task.prototype.parts = function () {
    [true, false].forEach(function (isNew) {
      var partners = isNew ? this.back : this.pairs;
      this.free(isNew).forEach(function (place) {
        for (var back = place; back >= 0 && !partners.has(back) && this.part(back, isNew); back--) { /* the block before has a partner beside it now */ }
      }, this);
    }, this);
  };

  Task.prototype.result = function () {
    var extraOld = new Set(), extraNew = new Set(), heads = [], task = this, sorted = function (x, y) { return x - y; };
    this.moreOld.forEach(function (items) { items.forEach(function (item) { extraOld.add(item); }); });
    this.moreNew.forEach(function (items) { items.forEach(function (item) { extraNew.add(item); }); });
    this.pairs.forEach(function (two, one) { if (!extraOld.has(one) && !extraNew.has(two)) { heads.push([one, two]); } });
    heads.sort(function (x, y) { return x[0] - y[0]; });
    var spoken = heads.filter(function (pair) { return task.old[pair[0]].text; });
    var still = new Set(rising(spoken.map(function (pair) { return pair[1]; })).map(function (place) { return spoken[place][0]; }));
    var byOld = new Map(), byNew = new Map();
    heads.forEach(function (pair) {
      var match = {
        old: [pair[0]].concat(task.moreOld.get(pair[1]) || []).sort(sorted),
        new: [pair[1]].concat(task.moreNew.get(pair[0]) || []).sort(sorted),
        exact: task.exact.has(pair[0]),
        moved: !!task.old[pair[0]].text && !still.has(pair[0])
      };
      match.old.forEach(function (one) { byOld.set(one, match); });
      match.new.forEach(function (two) { byNew.set(two, match); });
    });
    var out = [], gone = 0, done = new Set();
    var drop = function (until) {
      for (; gone < until; gone++) {
        if (!byOld.has(gone)) { out.push({ old: [gone], new: [], exact: false, moved: false }); }
      }
    };
    var dropNext = function () {
      var until = gone;
      while (until < task.old.length && !byOld.has(until)) { until++; }
      drop(until);
    };
    dropNext();
    this.now.forEach(function (block, two) {
      var match = byNew.get(two);
      if (!match) { out.push({ old: [], new: [two], exact: false, moved: false }); return; }
      if (done.has(match)) { return; }
      done.add(match);
      if (!match.moved) { drop(match.old[0]); }
      out.push(match);
      if (!match.moved) { gone = Math.max(gone, match.old[match.old.length - 1] + 1); dropNext(); }
    });
    drop(this.old.length);
    return out;
  };

  function align(old, now) {
    var task = new Task(old, now);
    task.sameInOrder(); task.sameElsewhere(); task.similar(); task.headings(); task.parts();
    return { matches: task.result(), coarse: task.coarse };
  }

  function tokens(text) {
    return Array.from(text.matchAll(TOKEN), function (found) { return { text: found[0], at: found.index, end: found.index + found[0].length }; });
  }

  /** Both texts as one: [["=", text], ["-", old only], ["+", new only]]. */
  function wordDiff(old, now) {
    var left = tokens(old), right = tokens(now), name = function (token) { return token.text; };
    var found = common(left.map(name), right.map(name));
    if (!found || 5 * found.length < left.length + right.length) {
      return [["-", old], ["+", now]].filter(function (part) { return part[1]; });
    }
    var ops = [], a = 0, c = 0;
    var change = function (b, d) { if (a < b || c < d) { ops.push({ op: "x", a: a, b: b, c: c, d: d }); } };
    found.forEach(function (pair) {
      change(pair[0], pair[1]);
      var last = ops[ops.length - 1];
      if (last && last.op === "=") { last.b++; last.d++; }
      else { ops.push({ op: "=", a: pair[0], b: pair[0] + 1, c: pair[1], d: pair[1] + 1 }); }
      a = pair[0] + 1; c = pair[1] + 1;
    });
    change(left.length, right.length);
    return written(smooth(ops, left), old, left, now, right);
  }

  function smooth(ops, left) {
    var size = function (op) { return Math.max(op.b - op.a, op.d - op.c); }, out = [];
    ops.forEach(function (op, place) {
      var stray = false, before = out[out.length - 1], after = ops[place + 1], kind = op.op;
      if (kind === "=" && before && before.op === "x" && after) {
        var said = left.slice(op.a, op.b).map(function (token) { return token.text; });
        stray = op.b - op.a <= 2 && (said.join("").length <= 4 || !words(said.join(" ")).length) &&
          Math.min(size(before), size(after)) >= 3 * (op.b - op.a);
        if (stray) { kind = "x"; }
      }
      if (kind === "x" && before && before.op === "x") { before.b = op.b; before.d = op.d; }
      else { out.push({ op: kind, a: op.a, b: op.b, c: op.c, d: op.d }); }
    });
    return out;
  }

  function written(ops, old, left, now, right) {
    var piece = function (text, list, from, to) {
      var start = list[from].at;
      return (start && /\s/.test(text[start - 1]) ? " " : "") + text.slice(start, list[to - 1].end);
    };
    var out = [];
    ops.forEach(function (op) {
      if (op.op === "=") { out.push(["=", piece(now, right, op.c, op.d)]); return; }
      if (op.b > op.a) { out.push(["-", piece(old, left, op.a, op.b)]); }
      if (op.d > op.c) { out.push(["+", piece(now, right, op.c, op.d)]); }
    });
    return out;
  }

  root.ludexDiff = root.ludexDiff || {};
  root.ludexDiff.align = align;
  root.ludexDiff.wordDiff = wordDiff;
  root.ludexDiff.words = words;
})(typeof window === "undefined" ? globalThis : window);
