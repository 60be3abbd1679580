import { expect, test } from "vitest";
import { read } from "./documents.ts";

const contract = "src/contract/common.ts";
const config = "service/config.ts";
const lint = "oxlint.config.mjs";
const budgets = ".size-limit.mjs";
const manyRows = "e2e/journeys/many-rows.spec.ts";
const edge = "edge/README.md";
const recorder = "edge/events/recorder.ts";
const facts = "docs/protocol-facts.md";
const decision = (name: string) => `docs/decisions/${name}.md`;

const MIB = 1024 * 1024;

type Claim = [document: string, says: RegExp, source: string, is: RegExp, unit?: number];

/** What documents say in numbers, each beside the line of code that has it; `unit` = the code's numbers in one of the document's. */
const CLAIMS: Claim[] = [
  ["README.md", /Node ([\d.]+) or newer/, "package.json", /"node": ">=([\d.]+)"/],
  ["README.md", /127\.0\.0\.1:(\d+)\/connect/, config, /port: .*, (\d+)\)/],
  ["README.md", /dev server \(port (\d+)\)/, "scripts/dev.mjs", /port (\d+)/],
  ["README.md", /freight company with (\d+) agents/, "service/demo/demo.ts", /DEMO_AGENTS = (\d+)/],
  ["README.md", /at most (\d+) lines a file/, lint, /max: (\d+)/],
  ["README.md", /\(tests (\d+)\)/, lint, /testing[\s\S]*max: (\d+)/],
  ["README.md", /at most (\d+) kB of script in Brotli/, budgets, /limit: "(\d+) kB"/],
  ["README.md", /in at most (\d+) files/, budgets, /FIRST_LOAD_FILES = (\d+)/],
  ["README.md", /the page with its styles (\d+) kB/, budgets, /"the page.*limit: "(\d+) kB"/],
  ["README.md", /A list of ([\d,]+) sessions/, manyRows, /COUNT = ([\d_]+)/],
  ["README.md", /filters within (\d+) ms/, manyRows, /KEY_MS = (\d+)/],
  ["README.md", /scrolls at (\d+) frames/, manyRows, /FRAME_CPU_MS = 1000 \/ (\d+)/],
  ["README.md", /sideways scroll at (\d+) px/, "e2e/fixtures/look.ts", /width: (\d+)/],
  [edge, /over a body of up to (\d+) MiB/, "edge/modules/webhook/parts.ts", /BODY_MAX = ([\d_]+)/, MIB],
  [edge, /or in a body of up to (\d+) MiB/, "edge/modules/jwt-validation.ts", /BODY_MAX = ([\d *]+)/, MIB],
  [edge, /used for (\d+) minutes/, "edge/modules/jwt/key-source.ts", /KEPT_MS = ([\d_ *]+)/, 60_000],
  [edge, /of their messages, of up to\s+(\d+) MiB/, "edge/websocket-tcp.ts", /MESSAGE_MAX = ([\d *]+)/, MIB],
  [edge, /up to (\d+) at once, and hands/, recorder, /TOGETHER = (\d+)/],
  [edge, /up to ([\d,]+) wait/, recorder, /HELD_MAX = ([\d_]+)/],
  [edge, /or (\d+) MB; more are dropped/, recorder, /HELD_BYTES = ([\d *]+)/, MIB],
  [edge, /wait for it for up to (\d+) s/, "service/gateway/restarts.ts", /AWAITED_MS = ([\d_]+)/, 1000],
  [edge, /up to (\d+) KiB\s+each way/, "edge/events/body-keeper.ts", /KEPT_BYTES = ([\d_]+)/, 1024],
  [facts, /`description` is at most (\d+) bytes/, contract, /DESCRIPTION_MAX_BYTES = (\d+)/],
  [facts, /`metadata` (\d+) bytes/, contract, /METADATA_MAX_BYTES = (\d+)/],
  [facts, /`limit` is 1 to (\d+)/, "src/contract/api-facts.ts", /PAGE_LIMIT_MAX = (\d+)/],
  [facts, /`num_buckets` is at most (\d+)/, "src/contract/modules/circuit-breaker.ts", /BUCKETS_MAX = (\d+)/],
  [facts, /at most (\d+): 7193/, "src/contract/modules/jwt-validation.ts", /_MAX = (\d+)/],
  [facts, /at least (\d+) seconds pass/, "src/contract/api-facts.ts", /UPDATE_SETTLE_MS = ([\d_]+)/, 1000],
  [decision("contract/text-bounds"), /`description` (\d+)/, contract, /DESCRIPTION_MAX_BYTES = (\d+)/],
  [decision("contract/text-bounds"), /`metadata` (\d+)/, contract, /METADATA_MAX_BYTES = (\d+)/],
  [
    decision("contract/unwritable-json"),
    /at most (\d+) levels/,
    "src/contract/issues.ts",
    /NESTING_MAX = (\d+)/,
  ],
  [
    decision("console/virtual-rows"),
    /above (\d+) rows/,
    "src/table/resource-table.tsx",
    /VIRTUAL_FROM = (\d+)/,
  ],
  [decision("agents/heartbeat"), /every (\d+) s/, "service/gateway/gateway.ts", /intervalMs: ([\d_]+)/, 1000],
  [
    decision("agents/heartbeat"),
    /(\d+) s of silence/,
    "service/gateway/gateway.ts",
    /toleranceMs: ([\d_]+)/,
    1000,
  ],
  [
    decision("fleet/verified-actions"),
    /back after (\d+) s/,
    "src/fleet/action.ts",
    /PATIENCE_MS = ([\d_]+)/,
    1000,
  ],
  [
    decision("http/upstream"),
    /504 after (\d+) s/,
    "service/upstream/start.ts",
    /TIMEOUT_MS = ([\d_]+)/,
    1000,
  ],
  [
    decision("http/bounds-of-the-server"),
    /([\d,]+) agents may be online by one authtoken/,
    config,
    /"authtoken-sessions": .*, ([\d_]+)\)/,
  ],
  [decision("tests/fuzz"), /([\d,]+) requests/, "service/testing/conformance/fuzz.test.ts", /\?\? ([\d_]+)/],
  [decision("ip-rules/page"), /(\d+) rules a policy/, "src/pages/ip-rules/rules-table.tsx", /SHOWN = (\d+)/],
  [decision("ip-rules/page"), /(\d+) policies/, "src/pages/ip-rules/rules-table.tsx", /POLICIES = (\d+)/],
];

test.each(CLAIMS)("%s %s is what %s has", (document, says, source, is, unit = 1) => {
  const said = says.exec(read(document))?.[1];
  const had = is.exec(read(source))?.[1];
  expect(said, `${document} says nothing like ${String(says)}`).toBeDefined();
  expect(had, `${source} has nothing like ${String(is)}`).toBeDefined();
  expect(number(said)).toBe(number(had) / unit);
});

const number = (text = "") =>
  text
    .split("*")
    .map((factor) => Number(factor.replaceAll(/[,_\s]/g, "")))
    .reduce((product, factor) => product * factor, 1);
