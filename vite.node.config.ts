import { builtinModules } from "node:module";
import { defineConfig } from "vite";

/** Service, edge and agent, one self-contained file each. libsql stays outside: it carries a native binary. */
export default defineConfig({
  publicDir: false,
  resolve: { conditions: ["node"] },
  ssr: { noExternal: true, external: ["libsql"] },
  build: {
    ssr: true,
    outDir: "dist/node",
    target: "node20",
    minify: false,
    rolldownOptions: {
      input: { service: "service/main.ts", edge: "service/edge-main.ts", agent: "agent/main.ts" },
      external: [/^node:/, ...builtinModules, "libsql", "bufferutil", "utf-8-validate"],
      output: { entryFileNames: "[name].js", chunkFileNames: "shared-[hash].js" },
    },
  },
});
