import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compressFiles } from "./scripts/compress.mjs";
import { PAGES_FILE } from "./service/http/console-pages.ts";
import { ANSWER_SHAPES } from "./src/contract/answer-shapes.ts";
import { KINDS } from "./src/contract/modules/kind-facts.ts";
import { KEPT_SHAPES } from "./src/fleet/kept-shapes.ts";
import { paths } from "./src/resources/paths.ts";
import { iconSymbols } from "./src/ui/icon-shapes.ts";

const service = process.env["GATEHOUSE_DEV_SERVICE"] ?? "http://127.0.0.1:4180";
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const FIRST_PAGES = ["src/main.tsx", "src/pages/sessions/sessions-page.tsx"].map((path) => file(path));
const importsOf = new Map<string, readonly string[]>();
const firstLoad = new Set<string>();

/** Learns what main.tsx and the sessions page import, directly or not: the first load, which is bundled on its own. */
const findFirstLoad: Plugin = {
  name: "first-load",
  apply: "build",
  moduleParsed: ({ id, importedIds }) => void importsOf.set(id, importedIds),
  buildEnd: () => {
    const open = [...FIRST_PAGES];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (firstLoad.has(id)) continue;
      firstLoad.add(id);
      open.push(...(importsOf.get(id) ?? []));
    }
  },
};

/** What the build works out, by the file that says how: who imports it loads neither contracts nor zod. */
const VALUES: Record<string, object> = {
  [file("src/contract/modules/kind-facts.ts")]: { KINDS },
  [file("src/contract/answer-shapes.ts")]: { ANSWER_SHAPES },
  [file("src/fleet/kept-shapes.ts")]: { KEPT_SHAPES },
};

/** Puts values in the place of the files that work them out. */
const values: Plugin = {
  name: "values",
  apply: "build",
  load: (id) =>
    VALUES[id] &&
    Object.entries(VALUES[id])
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join(""),
};

/** Puts the icons into index.html: there for the first paint, and no script carries them. */
const icons: Plugin = {
  name: "icons",
  transformIndexHtml: () => [
    {
      tag: "svg",
      attrs: { class: "hidden", "aria-hidden": "true" },
      children: iconSymbols(),
      injectTo: "body-prepend",
    },
  ],
};

/** Leaves for the service what it would have to work out at each start: which pages there are, and every file compressed. */
const forService: Plugin = {
  name: "for-service",
  apply: "build",
  writeBundle: {
    order: "post",
    handler: ({ dir = "dist/console" }) => {
      const pages = join(dir, PAGES_FILE);
      mkdirSync(dirname(pages), { recursive: true });
      writeFileSync(pages, JSON.stringify(Object.values(paths)));
      compressFiles(dir);
    },
  },
};

/** The console: static files in dist/console. The manifest tells the budgets which files they are of. */
export default defineConfig({
  plugins: [react({ jsxImportSource: "#ui/jsx" }), tailwindcss(), findFirstLoad, values, icons, forService],
  resolve: {
    alias: [
      // Its exports name the development build, with its warnings, for every bundler.
      { find: /^react-router$/, replacement: file("node_modules/react-router/dist/production/index.mjs") },
      {
        find: /^react-router\/dom$/,
        replacement: file("node_modules/react-router/dist/production/dom-export.mjs"),
      },
    ],
  },
  build: {
    outDir: "dist/console",
    target: "es2023",
    // The oldest browsers with light-dark(); without this the CSS falls back to a copy of every colour.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first load lists the files of every page: short names make it a kilobyte less. The manifest has the long ones.
        chunkFileNames: "assets/[hash:7].js",
        // Few files for the first load, and nothing else in them: libraries (they change seldom), and our part of it.
        codeSplitting: {
          groups: [
            { name: "vendor", test: (id) => firstLoad.has(id) && id.includes("/node_modules/"), priority: 2 },
            {
              name: "kit",
              test: (id) => firstLoad.has(id) && !id.includes("/src/pages/") && !id.includes("/src/main.tsx"),
              priority: 1,
            },
            // Named, so that a budget finds them whatever file is added: the contracts of module kinds, without what lists need of them.
            {
              name: "contracts",
              test: /src\/contract\/modules\/(?!kind|module-contract|fields|secrets|shown)/,
              includeDependenciesRecursively: false,
            },
            {
              name: "form-internals",
              test: /node_modules\/react-hook-form\/|src\/forms\/(unread|form-facts)\.ts/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 4181,
    proxy: { "/api": service, "/config.json": service, "/healthz": service, "/readyz": service },
  },
});
