// Cause: any version that had risen counted as updated, so that an agent back with 1.0.5 instead of 1.1.0 was a success. Law: an update
// brings what it promised or a later version; anything else has failed, and says from what to what.
import { expect, it } from "vitest";
import { setConnection, forgetConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { answered, type FleetAction } from "./action.ts";
import { stateWords } from "./action-text.ts";
import { createLedger, restored } from "./ledger.ts";
import { observe } from "./observe.ts";
import { reportText } from "./report.ts";
import { sendCommand } from "./send.ts";
import { startAction } from "./start-action.ts";
import { withUpdateReport } from "./update-reports.ts";
import { published } from "./use-published.ts";

const T0 = Date.parse("2026-11-23T09:00:00Z");
const session: TunnelSession = {
  id: "ts_old",
  uri: "",
  agent_version: "1.0.0",
  ip: "203.0.113.15",
  os: "linux",
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
};
const start = startAction({ id: "u", kind: "update", session, sessions: [session], urls: [], at: T0 });
const update = (promised?: string): FleetAction =>
  answered({ ...start, ...(promised && { promised }) }, { outcome: "accepted" }, T0 + 100);
const back = (agent_version: string): TunnelSession => ({
  ...session,
  id: "ts_new",
  agent_version,
  started_at: new Date(T0 + 20_000).toISOString(),
});

/** It left, a page was reloaded, and it is back with a version. */
function outcome(action: FleetAction, version: string): FleetAction {
  const [gone] = observe([action], { at: T0 + 15_000, sessions: [] });
  const kept = restored(JSON.parse(JSON.stringify([gone])));
  return observe(kept, { at: T0 + 22_000, sessions: [back(version)] })[0]!;
}

it.each([
  ["1.1.0", "1.1.0", "Updated", "1.0.0 → 1.1.0"],
  ["1.1.0", "1.2.0", "Updated", "1.0.0 → 1.2.0"],
  [undefined, "1.0.5", "Updated", "1.0.0 → 1.0.5"],
  ["1.1.0", "1.0.5", "Wrong version", "1.0.0 → 1.0.5 instead of 1.1.0."],
  ["1.1.0", "1.0.0", "Not updated", "Online again with 1.0.0. Update it again."],
])("promised %s and back with %s: %s", (promised, version, text, detail) => {
  const action = outcome(update(promised), version);
  expect(stateWords(action, T0 + 22_000)).toMatchObject({ text, detail });
  expect(action.state.phase).toBe(text === "Updated" ? "verified" : "unchanged");
});

it("what the agent says that it will run counts more than what was known, and the report says both", () => {
  const report = { state: "updated", version: "1.0.9" } as const;
  const [said] = withUpdateReport([update("1.1.0")], session.id, report, T0 + 12_000);
  expect(outcome(said!, "1.0.9").state.phase).toBe("verified");
  const wrong = reportText(outcome(said!, "1.0.5"), "ams-01");
  expect(wrong).toMatch(
    /Online again as ts_new, wrong version\. Version 1\.0\.0 → 1\.0\.5 instead of 1\.0\.9\./,
  );
});

it("the newest release that is known is promised when it is sent", async () => {
  const list = { tunnel_sessions: [session], uri: "/tunnel_sessions", next_page_uri: null };
  const server = await startFaultServer((request, response) =>
    (request.method === "POST" ? json(204, undefined) : json(200, list))(request, response),
  );
  setConnection({ baseUrl: `${server.origin}/api`, key: "k", versionHeader: "V" }, { remember: false });
  const client = createQueryClient();
  client.setQueryData(published.queryKey, ["1.1.0", "1.0.5", "2.0.0"]);
  const ledger = createLedger(null);
  for (const kind of ["update", "restart"] as const)
    await sendCommand({ client, ledger }, { kind, session, urls: [], before: [session] });
  expect(ledger.getSnapshot().map(({ kind, promised }) => [kind, promised])).toEqual([
    ["update", "1.1.0"],
    ["restart", undefined],
  ]);
  forgetConnection();
  await server.close();
});
