// Cause: names of agents were cut off beside a status of one word, which had room for a sentence. Law: room goes to what needs it: to names,
// and to the status once it says what came of something; the columns fit the same windows either way.
import { expect, it } from "vitest";
import { startAction } from "#fleet/start-action.ts";
import { sessionTable } from "./columns.tsx";
import { buildRows } from "./session-rows.ts";

const session = {
  id: "ts_1",
  uri: "",
  agent_version: "3.17.4",
  ip: "203.0.113.15",
  os: "linux",
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
};
const T0 = Date.parse("2026-11-22T09:00:00Z");
const restart = startAction({ id: "r", kind: "restart", session, sessions: [session], urls: [], at: T0 });

/** The least width of a column beside these rows, in rem. */
function leastOf(column: string, actions: Parameters<typeof buildRows>[0]["actions"]): number {
  const rows = buildRows({ sessions: [session], serves: null, actions, now: T0 });
  const width = sessionTable.columns.find(({ id }) => id === column)?.width;
  return Number.parseFloat(String(typeof width === "function" ? width(rows) : width).replace("minmax(", ""));
}

it("names have the room that the status does not need", () => {
  const widths = ([actions]: [(typeof restart)[]]) => ["agent", "state"].map((one) => leastOf(one, actions));
  const [calm, told] = [widths([[]]), widths([[restart]])];
  // "mara's laptop, not for production" beside a checkbox and eight columns at 1280 px.
  expect(calm[0]).toBeGreaterThan(14);
  expect(told[1]).toBeGreaterThan(11);
  expect((calm[0] ?? 0) + (calm[1] ?? 0)).toBe((told[0] ?? 0) + (told[1] ?? 0));
});
