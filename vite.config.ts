import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const service = process.env["GATEHOUSE_DEV_SERVICE"] ?? "http://127.0.0.1:4180";

/** The console: static files in dist/console. The manifest tells the service which files it may preload. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "dist/console",
    target: "es2023",
    // The oldest browsers with light-dark(); without this the CSS falls back to a copy of every colour.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files for the first load: its libraries (they change seldom), and the parts most pages share.
        // Dialogs carry Radix and stay out: they are loaded when one opens.
        codeSplitting: {
          groups: [
            { name: "vendor", tags: ["$initial"], test: /node_modules/, priority: 2 },
            {
              name: "kit",
              test: /src\/(ui|api|contract|components)\/(?!.*dialog)/,
              minShareCount: 6,
              priority: 1,
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
