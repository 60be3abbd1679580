import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, minify, transformWithOxc, type Plugin } from "vite";
import { compressFiles } from "./scripts/compress.mjs";
import { leanOf } from "./scripts/lean-libraries.mjs";
import { findFiles, notLoadedIn } from "./scripts/loaded-files.mjs";
import { PAGES_FILE } from "./service/http/console-pages.ts";
import { INLINE_FILE, inlineOf } from "./service/http/page-policy.ts";
import { FIRST_REQUESTS } from "./src/app/first-requests.ts";
import { API_VERSION } from "./src/contract/api-facts.ts";
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

/** Whether a file of ours, which the first load has not, needs nothing but that and such files: it brings no library. */
function isSmallPart(id: string): boolean {
  if (firstLoad.has(id)) return false;
  const imports = importsOf.get(id) ?? [];
  return /\/src\/[^?]*\.tsx?$/.test(id) && imports.every((one) => firstLoad.has(one) || isSmallPart(one));
}

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

/** Takes out of libraries what nothing here runs. */
const lean: Plugin = {
  name: "lean",
  apply: "build",
  transform: {
    filter: { id: /react-router\/dist\/production\/chunk-|query-core\/build\/modern\/infiniteQueryBehavior/ },
    handler: (code) => {
      const lean = leanOf(code);
      return lean === null ? undefined : { code: lean, map: null };
    },
  },
};

/** The script before any other, as text: with what each page of lists needs first, as far as that is known. */
async function bootScript(scriptsOf: (page: string) => string[]): Promise<string> {
  const first = Object.entries(FIRST_REQUESTS).map(([page, requests]) => [
    page,
    { requests, scripts: scriptsOf(page) },
  ]);
  const call = `boot(${JSON.stringify(Object.fromEntries(first))}, ${JSON.stringify(API_VERSION)})`;
  const { code } = await transformWithOxc(readFileSync(file("src/api/boot.ts"), "utf8"), "boot.ts");
  return (await minify("boot.js", `(() => { ${code.replace(/^export /gm, "")}; ${call} })()`)).code;
}

/**
 * Puts into index.html what its first paint waits for, so that it waits for nothing else: icons, styles, and the script that
 * asks for what the page needs first. The entry is a line, and a file less there.
 */
const page: Plugin = {
  name: "page",
  transformIndexHtml: {
    order: "post",
    handler: async (html, { bundle = {} }) => {
      const files = Object.values(bundle);
      html = html.replaceAll(/\n\s+/g, "\n");
      const scriptsOf = (path: string) => {
        const id = file(`src/pages${path}${path}-page.tsx`);
        const found = files.find((one) => one.type === "chunk" && one.facadeModuleId === id);
        return found?.type === "chunk"
          ? [found.fileName, ...found.imports]
              .map((name) => `/${name}`)
              .filter((name) => !html.includes(name))
          : [];
      };
      for (const one of files) {
        if (one.type === "asset" && one.fileName.endsWith(".css")) {
          html = html.replace(
            /<link rel="stylesheet"[^>]*>/,
            () => `<style>${String(one.source).trim()}</style>`,
          );
          delete bundle[one.fileName];
        }
        if (one.type === "chunk" && one.isEntry) {
          const code = one.code.trim().replaceAll('"./', '"/assets/');
          html = html.replace(
            /<script type="module"[^>]*><\/script>/,
            () => `<script type="module">${code}</script>`,
          );
        }
      }
      return {
        html,
        tags: [
          { tag: "script", children: await bootScript(scriptsOf), injectTo: "head-prepend" },
          {
            tag: "svg",
            attrs: { class: "hidden", "aria-hidden": "true" },
            children: iconSymbols(),
            injectTo: "body",
          },
        ],
      };
    },
  },
};

/** Leaves for the service what it would have to work out at each start: pages, policy of the page, every file compressed. */
const forService: Plugin = {
  name: "for-service",
  apply: "build",
  writeBundle: {
    order: "post",
    handler: ({ dir = "dist/console" }) => {
      const pages = join(dir, PAGES_FILE);
      mkdirSync(dirname(pages), { recursive: true });
      writeFileSync(pages, JSON.stringify(Object.values(paths)));
      writeFileSync(
        join(dir, INLINE_FILE),
        JSON.stringify(inlineOf(readFileSync(join(dir, "index.html"), "utf8"))),
      );
      compressFiles(dir);
    },
  },
};

/** The console: static files in dist/console. The manifest tells the budgets which files they are of. */
export default defineConfig({
  plugins: [
    react({ jsxImportSource: "#ui/jsx" }),
    tailwindcss(),
    findFirstLoad,
    findFiles,
    lean,
    values,
    page,
    forService,
  ],
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
    // One style, which is in index.html: no page waits for it.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, names, { hostId, hostType }) =>
        hostType === "js" ? notLoadedIn(names, hostId) : names,
    },
    rolldownOptions: {
      output: {
        // The first load lists the files of every page: short names of few letters make it a kilobyte less. The manifest has the
        // long ones.
        chunkFileNames: "assets/[hash:7].js",
        hashCharacters: "base36",
        // Few files for the first load, and nothing else in them: libraries (they change seldom), and our part of it.
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: (id) =>
                id.includes("rolldown/runtime") || (firstLoad.has(id) && id.includes("/node_modules/")),
              priority: 2,
            },
            {
              name: "kit",
              test: (id) => firstLoad.has(id) && !id.includes("/src/pages/") && !id.includes("/src/main.tsx"),
              priority: 1,
            },
            // Each file more is a name in the first load.
            {
              name: "parts",
              test: isSmallPart,
              minShareCount: 15,
              maxModuleSize: 1950,
              includeDependenciesRecursively: false,
            },
            // Named, so that a budget finds them whatever file is added: the contracts of module kinds, without what lists need of them.
            {
              name: "contracts",
              test: /src\/contract\/modules\/(?!kind|module-contract|fields|secrets|shown|cant-apply)/,
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
  // One file: a worker has the policy that scripts are sent with, by which it may load nothing.
  worker: { format: "es", rolldownOptions: { output: { codeSplitting: false } } },
  server: {
    port: 4181,
    proxy: { "/api": service, "/config.json": service, "/healthz": service, "/readyz": service },
  },
});
