// Budgets on the built console, read from Vite's manifest. The first load counts as it is sent, the rest in gzip.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const FIRST_LOAD_FILES = 4;
const LAZY_DEFAULT = "6 kB";
/** Lazy chunks with a budget of their own, by the start of their name. @type {Record<string, string>} */
const LAZY = {
  "form-internals": "15 kB", // react-hook-form
  dist: "10 kB", // radix dialog, which is named after whichever comes first
  "return-focus": "10 kB",
  "virtual-body": "12 kB", // react-virtual
  "module-page": "6.1 kB",
  "session-page": "8 kB",
  overlays: "8.1 kB", // the palette over every kind of resource, loaded with Ctrl-K
  registry: "12 kB", // the field lists of all module kinds, and the lint across them
  schemas: "10 kB", // zod
  contracts: "10 kB", // the contracts of all module kinds
  "user-agent-tester": "47 kB", // re2js, loaded when the tester is opened
  parsed: "10 kB", // the parser of CEL, loaded with the first rule of a policy or filter of a source
  "jwt-tester": "7 kB", // every check has its reason in words
};

/** @typedef {{ file: string, name?: string, isEntry?: boolean, imports?: string[], css?: string[] }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync("dist/console/.vite/manifest.json", "utf8"));

/** @param {string} key @param {Set<string>} seen @returns {Set<string>} */
function closure(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const next of chunk.imports ?? []) closure(next, seen);
  return seen;
}

const first = closure("index.html");
closure("src/pages/sessions/sessions-page.tsx", first);
const files = (/** @type {Iterable<string>} */ keys) =>
  [...keys].map((key) => `dist/console/${manifest[key]?.file}`);
if (!first.has("src/pages/sessions/sessions-page.tsx"))
  throw new Error("The sessions page is not in the manifest.");
// The entry is a line of index.html.
const firstScripts = files([...first].filter((key) => !manifest[key]?.isEntry)).filter((file) =>
  file.endsWith(".js"),
);
if (firstScripts.length > FIRST_LOAD_FILES) {
  throw new Error(`First load of /sessions: ${firstScripts.length} scripts, at most ${FIRST_LOAD_FILES}.`);
}

const lazy = Object.entries(manifest).filter(([key, chunk]) => !first.has(key) && chunk.file.endsWith(".js"));
const gzip = true;
// The manifest does not list what workers are built into.
const listed = new Set(files(Object.keys(manifest)));
const ofWorkers = readdirSync("dist/console/assets")
  .map((name) => `dist/console/assets/${name}`)
  .filter((file) => file.endsWith(".js") && !listed.has(file));
/** The bytes that a browser is sent: what the build compressed, else the file. @param {string} file */
const sent = (file) => (existsSync(`${file}.br`) ? `${file}.br` : file);
const page = sent("dist/console/index.html");

export default [
  {
    name: `first load of /sessions, scripts (${firstScripts.length} files)`,
    path: firstScripts.map(sent),
    limit: "120 kB",
    brotli: false,
  },
  { name: "the page, with all CSS and icons", path: page, limit: "13 kB", brotli: false },
  // All of CEL, in one file: a worker may load no other (docs/decisions/console/event-filters.md).
  { name: "the worker that runs filters", path: ofWorkers, limit: "84 kB", gzip },
  ...lazy.map(([key, chunk]) => ({
    name: `lazy ${chunk.name ?? key}`,
    path: `dist/console/${chunk.file}`,
    limit: Object.entries(LAZY).find(([start]) => chunk.name?.startsWith(start))?.[1] ?? LAZY_DEFAULT,
    gzip,
  })),
];
