import { defineConfig } from "vite";
import { AGENT_BUNDLE } from "./src/contract/agent-release.ts";
import node from "./vite.node.config.ts";

/** The agent as one file that runs on Node alone. `AGENT_VERSION` in the environment is the version that it says it is. */
export default defineConfig({
  ...node,
  define: { "import.meta.env.AGENT_VERSION": JSON.stringify(process.env["AGENT_VERSION"] ?? "") },
  build: {
    ...node.build,
    outDir: process.env["AGENT_OUT"] ?? "dist/agent",
    rolldownOptions: {
      ...node.build?.rolldownOptions,
      input: "agent/main.ts",
      output: { entryFileNames: AGENT_BUNDLE, codeSplitting: false, banner: "#!/usr/bin/env node" },
    },
  },
});
