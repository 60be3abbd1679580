import type { Bounds } from "./bound.ts";
import { HALF, many, tooLong } from "./bound.ts";
import type { World } from "./world.ts";

const SESSION = "ts_0000000000000000000000000aa";
const ENDPOINT = "ep_0000000000000000000000000aa";
const sessions = (count: number) => ({
  session_ids: many(count, (i) => `ts_${String(i).padStart(27, "0")}`),
});
const ends = (field: string, least: number, most: number): NonNullable<Bounds["refuses"]> => [
  [`${field} below ${least}`, { [field]: least - 1 }, field],
  [`${field} above ${most}`, { [field]: most + 1 }, field],
  [`half of ${field}`, { [field]: 1.5 }, field],
  [`text for ${field}`, { [field]: "1" }, field],
];

const ROLLOUT_BOUNDS: Bounds = {
  accepts: [
    ["the least of each number", { canary: 0, batch_size: 1, at_once: 1, pause_seconds: 0 }],
    ["the most of each number", { canary: 1_000, batch_size: 1_000, at_once: 50, pause_seconds: 86_400 }],
    ["bounds at which it halts", { halt_failures: 1, halt_percent: 100 }],
    [
      "no bounds",
      { halt_failures: null, halt_percent: null, halt_endpoint_id: null, halt_error_percent: null },
    ],
    [
      "an endpoint whose errors halt it",
      async (world) => ({ halt_endpoint_id: (await world.online()).endpoint, halt_error_percent: 100 }),
    ],
    ["an update", { action: "update_and_restart" }],
    ["a stop", { action: "stop" }],
    ["how they were chosen, in 255 bytes", { chosen: "x".repeat(255) }],
    [
      "a session that is not online, beside one that is",
      async (world) => ({ session_ids: [SESSION, (await world.online()).session] }),
    ],
  ],
  refuses: [
    ["no sessions", { session_ids: undefined }, "session_ids"],
    ["an empty list of sessions", { session_ids: [] }, "session_ids"],
    ["1,001 sessions", sessions(1_001), "session_ids"],
    ["a session named twice", { session_ids: [SESSION, SESSION] }, "session_ids"],
    ["an id of another kind", { session_ids: ["ep_1"] }, "session_ids.0"],
    ["no action", { action: undefined }, "action"],
    ["an action that is none", { action: "update" }, "action"],
    ["a longer text for chosen", { chosen: tooLong(255) }, "chosen"],
    ["half of a character", { chosen: HALF }, "chosen"],
    ["an endpoint to watch without a bound", { halt_endpoint_id: ENDPOINT }, "halt_error_percent"],
    ["a bound of errors without an endpoint", { halt_error_percent: 5 }, "halt_endpoint_id"],
    ["an endpoint that is none", { halt_endpoint_id: ENDPOINT, halt_error_percent: 5 }, "halt_endpoint_id"],
    [
      "an id of another kind for the endpoint",
      { halt_endpoint_id: "ts_1", halt_error_percent: 5 },
      "halt_endpoint_id",
    ],
    ...ends("canary", 0, 1_000),
    ...ends("batch_size", 1, 1_000),
    ...ends("at_once", 1, 50),
    ...ends("pause_seconds", 0, 86_400),
    ...ends("halt_failures", 1, 1_000),
    ...ends("halt_percent", 1, 100),
    [
      "a part of a percent of errors",
      { halt_error_percent: 0.5, halt_endpoint_id: ENDPOINT },
      "halt_error_percent",
    ],
  ],
};

const none = async () => ({});
const one = async (world: World) => ({ id: (await world.make("/rollouts")).id });
const body = (world: World) => world.body("/rollouts");

/** There is no deleting a rollout. */
export const ROLLOUT_ROWS = {
  "POST /rollouts": { arrange: none, body, ...ROLLOUT_BOUNDS },
  "POST /rollout_previews": { arrange: none, body, ...ROLLOUT_BOUNDS },
  "GET /rollouts": {
    arrange: none,
    list: { key: "rollouts", add: async (world: World) => (await one(world)).id },
  },
  "GET /rollouts/{id}": { arrange: one },
  "PATCH /rollouts/{id}": {
    arrange: one,
    body: async () => ({ act: "pause" }),
    accepts: [
      ["resume", { act: "resume" }],
      ["halt", { act: "halt" }],
      ["retry", { act: "retry" }],
    ] as Bounds["accepts"] & object,
    refuses: [
      ["no act", { act: undefined }, "act"],
      ["an act that is none", { act: "start" }, "act"],
    ] as Bounds["refuses"] & object,
  },
};
