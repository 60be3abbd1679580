import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { keepFilesInMemory } from "./scripts/memory-folder.mjs";
import { TEST_MS, WAIT_MS } from "./scripts/patience.mjs";
import { findPostgres } from "./scripts/postgres.mjs";
import { reportFile } from "./scripts/slowest-files.mjs";

const postgres = Boolean(process.env["GATEHOUSE_TEST_DATABASE"]) || findPostgres() !== null;
if (!postgres) {
  const what = "No Postgres was found on this machine";
  if (process.env["CI"] === "true")
    throw new Error(`${what}. CI needs one: node scripts/postgres.mjs installs it.`);
  // Vitest reads this file once per project; once is enough to say it.
  if (process.env["GATEHOUSE_SKIP_TOLD"] === undefined) {
    process.env["GATEHOUSE_SKIP_TOLD"] = "yes";
    process.stderr.write(
      `\n${what}: the Postgres half of the service's tests is SKIPPED. Install one to run it.\n\n`,
    );
  }
}

keepFilesInMemory();

/** As Vitest sorts them, but those that take longest come first: at the end a core would wait for them alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      // They wait more than they work.
      if (/\/(?:rollouts|self-update)\.test\.ts$/.test(moduleId)) return 3;
      if (!/\/(?:fuzz|conformance)\.test\.ts$/.test(moduleId)) return 0;
      return project.name === "postgres" ? 2 : 1;
    };
    // Not super.sort(), which lint takes for an array's.
    const sorted = await BaseSequencer.prototype.sort.call(this, files);
    return sorted.toSorted((a, b) => rank(b) - rank(a));
  }
}

const report = reportFile("unit");
const ALONE = ["src/modules/made-up-kind.test.tsx"];

export default defineConfig({
  plugins: [react({ jsxImportSource: "#ui/jsx" })],
  test: {
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: WAIT_MS } },
    setupFiles: ["scripts/setup-waits.ts"],
    // Two more than cores: what starts first waits more than it works, and in the Postgres half a worker waits for the server.
    maxWorkers: availableParallelism() + 2,
    // Files share a worker and its modules, which halves the time: each leaves behind nothing that another could see.
    isolate: false,
    // The Postgres half reads what the other one has compiled, and every run what the one before it has.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    reporters: ["default", ...(report ? ["json"] : [])],
    ...(report && { outputFile: { json: report } }),
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["{src,service,agent,edge,scripts}/**/*.test.ts"],
          exclude: ["**/*.postgres.test.ts"],
        },
      },
      ...(postgres ? [postgresHalf()] : []),
      {
        extends: true,
        test: {
          name: "dom",
          environment: "jsdom",
          include: ["src/**/*.test.tsx"],
          exclude: ALONE,
          setupFiles: ["src/testing/setup-dom.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "dom-alone",
          environment: "jsdom",
          // It loads every module anew, with one more kind in the lists.
          isolate: true,
          include: ALONE,
          setupFiles: ["src/testing/setup-dom.ts"],
        },
      },
    ],
  },
});

/** The service's suite once more, on Postgres; each test app has a database of its own. */
function postgresHalf() {
  return {
    extends: true as const,
    test: {
      name: "postgres",
      environment: "node",
      // The edge's there with its agents at another one (edge/testing/test-account.ts).
      include: [
        "service/**/*.test.ts",
        "edge/{edge,bodies,hostile,heads,http2,trailers,upgrade,websocket-tcp,events/events,modules/all-kinds}.test.ts",
      ],
      // What they test has no database, or only the embedded one.
      exclude: [
        "service/{config,edge-root,openapi-document,open-files,terminal}.test.ts",
        "service/{rollouts/rollouts,upstream/**,rules/{rules,saml-metadata,xml-size}}.test.ts",
        "service/{demo/visitors,gateway/names,traffic/traffic-counts}.test.ts",
        "service/testing/conformance/missing-rows.test.ts",
        "service/http/{console-files,kept-answers,rate-limit,security-headers,server}.test.ts",
        "service/store/{ids,database,sqlite,migrations/000[23]-*}.test.ts",
      ],
      globalSetup: ["service/testing/test-postgres-server.ts"],
    },
  };
}
