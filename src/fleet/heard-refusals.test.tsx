// Cause: that an agent had refused an update was known to the browser alone that sent it; every other one offered the update again. Law:
// what an agent says of updates decides in every browser.
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { listOf } from "#api/follow-stream.ts";
import { auditEventType } from "#contract/audit-event.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { settle } from "#ui/settled.ts";
import { answered } from "./action.ts";
import { refusesUpdates, stateWords } from "./action-text.ts";
import { fleetVersions } from "./fleet-versions.ts";
import { withRefusals } from "./heard-updates.ts";
import { reportOf } from "./report.ts";
import { isSentHere } from "./sent-here.ts";
import { startAction } from "./start-action.ts";
import { ledger } from "./use-fleet.ts";
import { published, usePublished } from "./use-published.ts";

const server = connectedServer();
afterEach(() => ledger.clear());

const AT = "2026-11-29T12:00:00Z";
const session = {
  id: "ts_1",
  uri: "",
  agent_version: "3.17.4",
  ip: "192.0.2.7",
  os: "linux",
  region: "us",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
};
const refusal = { session: { id: "ts_1", uri: "" }, error_code: UPDATE_REFUSALS.disabled, refused_at: AT };
const heard = withRefusals([], [refusal], [session]);

it("counts and reads as one that was sent from here, with its time and who may have sent it", () => {
  const now = Date.parse(AT) + 60_000;
  const counts = { outdated: 0, notTaken: 1 };
  expect(fleetVersions([session], heard, [], now, ["3.18.2"])).toMatchObject(counts);
  expect(heard.map((one) => stateWords(one, now).text)).toEqual(["Updates off"]);
  expect(refusesUpdates("ts_1", heard)).toMatch(/^Updates off\. Turn on update checks/);
  expect(heard.some(isSentHere)).toBe(false);
  expect(heard.flatMap(reportOf)).toMatchObject([
    { text: "Update sent", detail: "Sent by a rollout, another browser or the API.", at: Date.parse(AT) },
    { text: "Refused", detail: expect.stringMatching(/^Turn on update checks/) as string },
  ]);
});

it("ends once the service does not say so any more, and is told once", () => {
  expect(withRefusals(heard, [refusal], [session])).toBe(heard);
  expect(withRefusals(heard, [], [])).toEqual([]);
  expect(withRefusals([], [refusal], [])).toEqual([]);
  const again = withRefusals(heard, [{ ...refusal, refused_at: "2026-11-29T12:05:00Z" }], [session]);
  expect(again.map(({ sentAt }) => sentAt)).toEqual([Date.parse(AT) + 300_000]);
  const sent = startAction({ id: "1", kind: "update", session, sessions: [], urls: [], at: Date.parse(AT) });
  const error = { msg: "Off.", code: UPDATE_REFUSALS.disabled, status: 409 };
  for (const own of [
    answered(sent, { outcome: "refused", error }, sent.sentAt),
    answered(sent, { outcome: "accepted" }, sent.sentAt),
  ])
    expect(withRefusals([...heard, own], [refusal], [session])).toEqual([own]);
});

function Page() {
  return <p>{usePublished() === undefined ? "Reading" : "Read"}</p>;
}

it("is read with the releases", async () => {
  server.answerWith((request, response) => {
    const { url = "" } = request;
    const lists = { uri: "", next_page_uri: null };
    if (url.includes("/agent_releases"))
      return json(200, { uri: "", agent_releases: [], updates: [], refusals: [refusal] })(request, response);
    const list = url.includes("/tunnel_sessions") ? { tunnel_sessions: [session] } : { rollouts: [] };
    return json(200, { ...list, ...lists })(request, response);
  });
  settle();
  renderInApp(<Page />);
  await screen.findByText("Read");
  expect(refusesUpdates("ts_1", ledger.getSnapshot())).toMatch(/^Updates off\./);
});

// Cause: an open page went on offering an update for 5 min that another browser had sent, below the line that told of it. Law: lists and
// what happened agree.
it.each(["created", "refused"] as const)("what an agent was told is read once it is told: %s", (verb) => {
  const event = { event_type: auditEventType("agent_command", verb) };
  expect(listOf(JSON.stringify(event))).toBe(published.queryKey[0]);
});
