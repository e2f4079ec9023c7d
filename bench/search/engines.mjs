// MiniSearch, Lunr or Pagefind over given documents: node engines.mjs ENGINE CORPUS.json QUERIES.json FOLDER
// One JSON object on standard output: bytes of each index, gz too, and the first ten hits of each query with the defaults.
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const require = createRequire(import.meta.url);
const [engine, corpus, asked, folder] = process.argv.slice(2);
const documents = JSON.parse(readFileSync(corpus, "utf8")), queries = JSON.parse(readFileSync(asked, "utf8"));
const clock = () => Number(process.hrtime.bigint() / 1000000n);
const packed = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
mkdirSync(folder, { recursive: true });

function filesBelow(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((item) => (item.isDirectory() ? filesBelow(join(path, item.name)) : [join(path, item.name)]));
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1];
}

function asking(search) {
  const times = [], hits = queries.map((query) => {
    const start = process.hrtime.bigint();
    let found = [];
    try { found = search(query).slice(0, 10); } catch { /* a query that its parser refuses finds nothing */ }
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
    return found;
  });
  return { hits, median_ms: median(times) };
}

function miniSearch() {
  const MiniSearch = require("minisearch"), start = clock();
  const index = new MiniSearch({ fields: ["name", "text"], storeFields: ["name"] });
  index.addAll(documents);
  const path = join(folder, "minisearch.json");
  writeFileSync(path, JSON.stringify(index));
  return { build_ms: clock() - start, bytes: statSync(path).size, first_query_gz: packed(path) + packed(require.resolve("minisearch")), files: 1, ...asking((query) => index.search(query).map((hit) => hit.id)) };
}

function lunr() {
  const lunr = require("lunr"), start = clock();
  const index = lunr(function () { this.ref("id"); this.field("name"); this.field("text"); documents.forEach((item) => this.add(item)); });
  const path = join(folder, "lunr.json");
  writeFileSync(path, JSON.stringify(index));
  return { build_ms: clock() - start, bytes: statSync(path).size, first_query_gz: packed(path) + packed(require.resolve("lunr/lunr.min.js")), files: 1, ...asking((query) => index.search(query).map((hit) => hit.ref)) };
}

async function pagefind() {
  const { createIndex, close } = await import("pagefind"), start = clock();
  const { index } = await createIndex();
  for (const item of documents) await index.addCustomRecord({ url: `/${item.id}`, content: `${item.name}. ${item.text}`, language: "en", meta: { title: item.name, id: item.id } });
  const output = join(folder, "pagefind");
  await index.writeFiles({ outputPath: output });
  await close();
  const files = filesBelow(output);
  return { build_ms: clock() - start, bytes: files.reduce((sum, path) => sum + statSync(path).size, 0), files: files.length };
}

process.stdout.write(JSON.stringify(await { minisearch: miniSearch, lunr, pagefind }[engine]()));
