import type * as z from "zod/mini";
import { RolloutSummary } from "#contract/rollouts/rollout.ts";
import { rolloutOperations } from "./rollouts.ts";

const SESSION = "ts_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX";
const NEXT = "ts_2mRZ3QmO0mKHlnYAcdpHhyZ2bQY";

const ROLLOUT_ASKED = {
  session_ids: [SESSION],
  action: "update_and_restart",
  chosen: "Outdated agents in eu",
  canary: 1,
  batch_size: 10,
  at_once: 5,
  pause_seconds: 30,
  halt_failures: 3,
  halt_percent: null,
  halt_endpoint_id: "ep_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
  halt_error_percent: 5,
};

const PLANNED = {
  id: SESSION,
  agent_version: "3.17.4",
  ip: "203.0.113.7",
  metadata: '{"team":"web"}',
  os: "linux",
  region: "eu",
  started_at: "2026-11-20T05:00:00Z",
  transport: "service/2",
};

const ROLLOUT_PLAN = {
  batches: [{ session_ids: [SESSION], offline: ["https://shop.example.com"], stays_up: [] }],
  skipped: [
    {
      session_id: "ts_2mRZ3QmO0mKHlnYAcdpHhyZ2bQZ",
      reason: "An ssh session has no agent that can update itself. Stop it, then open it again.",
      session: { ...PLANNED, id: "ts_2mRZ3QmO0mKHlnYAcdpHhyZ2bQZ", transport: "ssh" },
    },
  ],
};

const { session_ids: _, ...settings } = ROLLOUT_ASKED;
const step = (kind: string, started_at: string, ended_at: string, detail = "") => ({
  kind,
  attempt: 1,
  session_id: SESSION,
  started_at,
  ended_at,
  result: "done",
  detail,
});

const DONE = "Online again after 3 s, 3.17.4 → 3.18.2.";

const ROLLOUT_SUMMARY = {
  id: "ro_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
  uri: "https://gate.example.com/api/rollouts/ro_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
  created_at: "2026-11-21T05:00:00Z",
  owner_id: "usr_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
  ...settings,
  halt_url: "https://shop.example.com",
  status: "done",
  halted_by: null,
  held_by: null,
  batch: 1,
  batches: 1,
  resumes_at: null,
  ended_at: "2026-11-21T05:00:14Z",
  counts: { waiting: 0, running: 0, succeeded: 1, by_hand: 0, failed: 0, not_started: 0 },
};

const ROLLOUT = {
  ...ROLLOUT_SUMMARY,
  plan: ROLLOUT_PLAN,
  agents: [
    {
      session: PLANNED,
      session_id: NEXT,
      batch: 1,
      offline: ["https://shop.example.com"],
      state: "succeeded",
      attempts: 1,
      version: "3.18.2",
      detail: DONE,
      error_code: null,
      steps: [
        step("update", "2026-11-21T05:00:00Z", "2026-11-21T05:00:00Z"),
        step("settle", "2026-11-21T05:00:00Z", "2026-11-21T05:00:10Z"),
        step("restart", "2026-11-21T05:00:10Z", "2026-11-21T05:00:11Z"),
        step("return", "2026-11-21T05:00:11Z", "2026-11-21T05:00:14Z", DONE),
      ],
    },
  ],
};

/** What the OpenAPI document shows of rollouts. */
export const ROLLOUT_EXAMPLES: readonly [z.ZodMiniType, Record<string, unknown>][] = [
  [RolloutSummary, ROLLOUT_SUMMARY],
  [rolloutOperations.get.answer, ROLLOUT],
  [rolloutOperations.preview.answer, ROLLOUT_PLAN],
  [rolloutOperations.create.body, ROLLOUT_ASKED],
  [rolloutOperations.update.body, { act: "pause" }],
];
