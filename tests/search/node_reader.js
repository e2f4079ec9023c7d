"use strict";
/* Runs static/search.js outside a browser: node node_reader.js SITE SEARCH_JS < questions; one JSON line in, one out. */
const fs = require("fs"), path = require("path"), vm = require("vm");
const [site, script] = process.argv.slice(2);
const loaded = [];
let came = 0;  // how many files were waited for, one after the other
const sandbox = { console, setTimeout };
sandbox.window = sandbox;
sandbox.document = {
  currentScript: { src: "static/search.js" },
  createElement: () => ({ remove() {} }),
  head: {
    appendChild(element) {
      const file = path.join(site, element.src), after = came, load = { file: element.src, bytes: 0, after };
      loaded.push(load);
      setTimeout(() => {
        let text;
        try { text = fs.readFileSync(file, "utf8"); } catch (error) { element.onerror(); return; }
        load.bytes = Buffer.byteLength(text);
        came = Math.max(came, after + 1);
        vm.runInContext(text, sandbox);
        element.onload();
      }, 0);
    },
  },
};
vm.createContext(sandbox);
vm.runInContext(fs.readFileSync(script, "utf8"), sandbox);
(async () => {
  const answers = [];
  for (const line of fs.readFileSync(0, "utf8").split("\n")) {
    if (!line) continue;
    const asked = JSON.parse(line);
    let answer;
    came = 0;
    try {
      if (asked.words !== undefined) answer = { words: sandbox.ludexSearch.tokens.words(asked.words), terms: sandbox.ludexSearch.tokens.terms(asked.words), key: sandbox.ludexSearch.tokens.key(asked.words) };
      else answer = await sandbox.ludex.find(asked.query, asked.options || {});
      delete answer.words_marked;
    } catch (error) { answer = { error: error.message }; }
    if (asked.loads) answer.loads = loaded.splice(0);
    answers.push(JSON.stringify(answer));
  }
  process.stdout.write(answers.join("\n") + "\n");
})();
