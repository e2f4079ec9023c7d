/* The difference of two lists of blocks, as ingest/align/match.py and words.py find it; tests/align/vectors.json binds both.
   A block is {kind, text, body, look}: blocks with the same body say the same. */
(function (root) {
  "use strict";
  var ALIKE = 0.4, DENSE = 2500, RARE = 24, NEAREST = 6, HELD = 0.8, CELLS = 4000000;
  var WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
  var TOKEN = /(?<![\p{L}\p{N}])[+\-−–]\p{Nd}+(?:[.,]\p{Nd}+)*|[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*|[^\s]/gu;

  function words(text) { return text.match(WORD) || []; }

  /** Pairs of places of a longest common subsequence, or null where it is too dear. */
  function common(left, right) {
    var start = 0, n = left.length, m = right.length, out = [];
    while (start < n && start < m && left[start] === right[start]) { out.push([start, start]); start++; }
    var tail = [];
    while (n > start && m > start && left[n - 1] === right[m - 1]) { n--; m--; tail.push([n, m]); }
    var rows = n - start, columns = m - start;
    if (rows * columns > CELLS) { return null; }
    if (rows && columns) {
      var width = columns + 1, table = new Uint32Array((rows + 1) * width), i, j;
      for (i = rows - 1; i >= 0; i--) {
        for (j = columns - 1; j >= 0; j--) {
          table[i * width + j] = left[start + i] === right[start + j]
            ? table[(i + 1) * width + j + 1] + 1
            : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
        }
      }
      for (i = 0, j = 0; i < rows && j < columns;) {
        if (left[start + i] === right[start + j]) { out.push([start + i, start + j]); i++; j++; }
        else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) { i++; } else { j++; }
      }
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
      found = words(block.body.toLowerCase());
      if (!found.length) { found = [block.body]; }
      known.set(place, found);
    }
    return found;
  };

  Task.prototype.fit = function (one, two) {
    var left = this.line(false, one), right = this.line(true, two), same = shared(left, right);
    var value = 2 * same / (left.length + right.length), short = Math.min(left.length, right.length);
    if (value >= ALIKE) { return value; }
    return short >= 4 && same >= HELD * short ? ALIKE : 0;
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
    var olds = this.free(false).filter(spoken(this.old)), news = this.free(true).filter(spoken(this.now)), found = [];
    this.candidates(olds, news).forEach(function (pair) {
      var one = pair[0], two = pair[1], score = this.fit(one, two);
      if (score < ALIKE) { return; }
      var a = this.old[one], b = this.now[two], before = this.pairs.get(one - 1), after = this.pairs.get(one + 1);
      score += 0.05 * ((a.kind === b.kind) + (a.section === b.section) + (!!a.number && a.number === b.number));
      score += 0.05 * ((before !== undefined ? before === two - 1 : one === 0 && two === 0) + (after === two + 1));
      found.push([score, one, two]);
    }, this);
    /* Greedily by score: the engine of the build assigns optimally, which differs only where blocks compete closely. */
    found.sort(function (x, y) {
      return y[0] - x[0] || Math.abs(x[1] - x[2]) - Math.abs(y[1] - y[2]) || x[1] - y[1] || x[2] - y[2];
    }).forEach(function (item) {
      if (!this.pairs.has(item[1]) && !this.back.has(item[2])) { this.pair(item[1], item[2]); }
    }, this);
  };

  Task.prototype.part = function (place, partners, more, isNew) {
    var mine = isNew ? this.now : this.old, size = words(mine[place].body).length, task = this;
    if (size < 2) { return; }
    [place - 1, place + 1].some(function (beside) {
      var owner = partners.get(beside);
      if (owner === undefined || (isNew && (task.moreOld.has(owner) || task.exact.has(owner)))) { return false; }
      if (!isNew && task.exact.has(beside)) { return false; }
      var held = more.get(owner) || [];
      var run = Array.from(new Set([beside, place].concat(held))).sort(function (x, y) { return x - y; });
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
    this.free(true).forEach(function (two) { this.part(two, this.back, this.moreNew, true); }, this);
    this.free(false).forEach(function (one) { this.part(one, this.pairs, this.moreOld, false); }, this);
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
    task.sameInOrder(); task.sameElsewhere(); task.similar(); task.parts();
    return { matches: task.result(), coarse: task.coarse };
  }

  function tokens(text) {
    return Array.from(text.matchAll(TOKEN), function (found) { return { text: found[0], at: found.index, end: found.index + found[0].length }; });
  }

  /** Both texts as one: [["=", text], ["-", old only], ["+", new only]]. */
  function wordDiff(old, now) {
    var left = tokens(old), right = tokens(now), name = function (token) { return token.text; };
    var found = common(left.map(name), right.map(name));
    if (!found || 2 * found.length < ALIKE * (left.length + right.length)) {
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
