// Lint rules. Which room may import which is read from scripts/rooms.mjs.
import { ROOMS, SIBLINGS } from "./scripts/rooms.mjs";

const CODE = "{ts,tsx}";
const names = [...Object.keys(ROOMS), "testing"];
const OTHER_ROOM = {
  regex: `^(\\.\\./)+(src/|(${[...names, "e2e"].join("|")})(/|$))`,
  message: "Import another room by its # alias, so that the direction can be checked.",
};
/** A way round the patterns below: `./../x`, `../a/../b`, `.././x`, `..//x`. */
const DETOUR = {
  regex: String.raw`//|/\.(/|$)|(^|/)(\.|[^/]*[^./][^/]*)/\.\.(/|$)`,
  message: "Write the shortest path: .. only at its start, and nothing before it.",
};

/**
 * What a room may not import: every room that its row in scripts/rooms.mjs does not name. Itself by its alias it may, since
 * a folder of its own can be called like a room (contract/modules); siblings, below, may not.
 * @param {string} name @param {readonly string[]} [also]
 */
function forbidden(name, also = []) {
  const may = [...(ROOMS[name]?.may ?? []), ...also];
  const closed = names.filter((other) => other !== name && !may.includes(other));
  return [
    {
      group: closed.map((other) => `#${other}/**`),
      message: `${name} may not import this room (scripts/rooms.mjs: imports go one way).`,
    },
    OTHER_ROOM,
    DETOUR,
  ];
}

const FETCHING = ["fetch", "XMLHttpRequest", "EventSource", "WebSocket", "WebTransport", "sendBeacon"];
const ONLY_API = "src/api is the only place that fetches.";

/** @param {string | string[]} files @param {readonly object[]} patterns */
const closedTo = (files, patterns) => ({
  files: [files].flat(),
  rules: { "no-restricted-imports": ["error", { patterns }] },
});

const rooms = Object.entries(ROOMS).map(([name, { folder }]) =>
  closedTo(`${folder}/**/*.${CODE}`, forbidden(name)),
);
const siblings = Object.entries(SIBLINGS).map(([folder, shared]) => {
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  const kinds = { group: ["../*/**", ...shared.map((one) => `!../${one}/**`)] };
  return closedTo(`${folder}/*/**/*.${CODE}`, [
    ...forbidden(name),
    { group: [`#${name}/**`], message: `Inside ${name} import by a relative path.` },
    { ...kinds, message: `Folders of ${name} never import each other.` },
  ]);
});

export default {
  plugins: ["typescript", "react", "jsx-a11y", "import", "unicorn", "promise", "vitest"],
  categories: { correctness: "error", suspicious: "error" },
  ignorePatterns: ["dist", "node_modules", "test-results"],
  rules: {
    "max-lines": ["error", { max: 250 }],
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": ["error", { checksVoidReturn: false }],
    "typescript/consistent-type-imports": "error",
    "typescript/ban-ts-comment": [
      "error",
      { "ts-expect-error": true, "ts-ignore": true, "ts-nocheck": true },
    ],
    "typescript/no-non-null-assertion": "error",
    "react/rules-of-hooks": "error",
    "react/exhaustive-deps": "error",
    "react/react-in-jsx-scope": "off",
    "react/no-danger": "error",
    "typescript/no-unsafe-type-assertion": "off",
    "no-console": "error",
    "no-restricted-globals": ["error", ...FETCHING.map((name) => ({ name, message: ONLY_API }))],
    "no-restricted-properties": ["error", ...FETCHING.map((property) => ({ property, message: ONLY_API }))],
    "no-restricted-imports": ["error", { patterns: [DETOUR] }],
    "import/no-unassigned-import": "off",
    "no-await-in-loop": "off",
    "no-shadow": "off",
    "unicorn/consistent-function-scoping": "off",
  },
  overrides: [
    {
      files: [
        "src/api/**",
        "service/**",
        "agent/**",
        "edge/**",
        "scripts/**",
        "e2e/**",
        "src/testing/**",
        `**/*.test.${CODE}`,
      ],
      rules: { "no-restricted-globals": "off", "no-restricted-properties": "off" },
    },
    {
      files: ["scripts/**", "e2e/**"],
      rules: {
        "no-console": "off",
        "no-empty-pattern": "off",
        "typescript/no-unnecessary-type-parameters": "off",
      },
    },
    ...rooms,
    ...siblings,
    // Demo agents are real ones, in this process.
    closedTo(["service/demo/**/*.ts", "service/main.ts"], forbidden("service", ["agent"])),
    closedTo("edge/testing/**/*.ts", forbidden("edge", ["agent", "service", "testing"])),
    closedTo("service/testing/**/*.ts", forbidden("service", ["agent", "testing", "resources"])),
    {
      files: [`**/*.test.${CODE}`, "src/testing/**", "e2e/**"],
      rules: {
        "no-restricted-imports": ["error", { patterns: [DETOUR] }],
        "max-lines": ["error", { max: 400 }],
        "typescript/no-non-null-assertion": "off",
      },
    },
    {
      files: ["*.config.{ts,mjs}", "e2e/playwright.config.ts", ".size-limit.mjs"],
      rules: { "import/no-default-export": "off" },
    },
  ],
};
