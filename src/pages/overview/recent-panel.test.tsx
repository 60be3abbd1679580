// Cause: what CI did read "admin created …", as if a person had done it. Law: who changed this, and by which key.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { setConnection } from "#api/connection.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered } from "#fleet/action.ts";
import { startAction } from "#fleet/start-action.ts";
import { RecentPanel } from "./recent-panel.tsx";

const server = connectedServer();
const OWN = "2jSKj5eFMhLWqWVmPqZPzKXk3nA";
const AT = "2026-11-21T11:00:00Z";
const event = (key: string, id: string) => ({
  event_id: `ev_${key}`,
  event_type: "ip_policy_created.v0",
  event_timestamp: AT,
  principal: { id: "usr_1", subject: "admin", credential: { id: key, uri: "" } },
  object: { id, description: id },
});

it("names the key that a change was made with, where it is still there", async () => {
  const key = { id: "ak_1", uri: "", created_at: AT, description: "CI deploys", metadata: "" };
  server.answerWith(json(200, { keys: [key], uri: "/api_keys", next_page_uri: null }));
  const events = { data: [event("ak_1", "ipp_1"), event("ak_gone", "ipp_2")], error: null };
  renderInApp(
    <RecentPanel
      events={{ ...events, isPending: false, refetch: () => undefined }}
      actions={[]}
      edges={[]}
      now={Date.parse(AT)}
    />,
  );
  const link = await screen.findByRole("link", { name: "CI deploys" });
  expect(link.getAttribute("href")).toBe("/keys/ak_1");
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("admin created IP policy ipp_1 with key CI deploys");
  expect(within(second!).queryByText(/with key/)).toBeNull();
});

// Cause: once a key was deleted nothing said which pipeline its changes were by. Law: who did what stays told.
it("names a key that was deleted since, as far as its deletion is listed", () => {
  const gone = {
    ...event("ak_1", "ak_gone"),
    event_type: "api_key_deleted.v0",
    object: { id: "ak_gone", description: "Old pipeline" },
  };
  const events = { data: [gone, event("ak_gone", "ipp_2")], error: null, isPending: false };
  server.answerWith(json(200, { keys: [], uri: "/api_keys", next_page_uri: null }));
  renderInApp(
    <RecentPanel
      events={{ ...events, refetch: () => undefined }}
      actions={[]}
      edges={[]}
      now={Date.parse(AT)}
    />,
  );
  const [, line] = screen.getAllByRole("listitem");
  expect(line?.textContent).toContain("admin created IP policy ipp_2 with key Old pipeline");
  expect(within(line!).queryByRole("link", { name: "Old pipeline" })).toBeNull();
});

// Cause: "… in Office with key CI deploys: deny" hung the action of a rule on the key; what only tries, as test requests do, filled the list.
// Law: a detail follows what it is of; changes are listed, and nothing that changes nothing (decisions/console/recent-changes.md).
it("says the key last, and leaves test requests out", async () => {
  const key = { id: "ak_1", uri: "", created_at: AT, description: "CI deploys", metadata: "" };
  server.answerWith(json(200, { keys: [key], uri: "/api_keys", next_page_uri: null }));
  const test = {
    ...event("ak_1", "tr_1"),
    event_type: "test_request_created.v0",
    object: { id: "tr_1", url: "https://app.example/" },
  };
  const rule = {
    ...event("ak_1", "ipr_1"),
    event_type: "ip_policy_rule_created.v0",
    object: { id: "ipr_1", cidr: "203.0.113.57/32", action: "deny" },
  };
  const shown = (data: object[]) => {
    const events = { data: data as ReturnType<typeof event>[], error: null, isPending: false };
    return (
      <RecentPanel
        events={{ ...events, refetch: () => undefined }}
        actions={[]}
        edges={[]}
        now={Date.parse(AT)}
      />
    );
  };
  const { unmount } = renderInApp(shown([test, rule]));
  await screen.findByRole("link", { name: "CI deploys" });
  const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/created IP rule 203\.0\.113\.57\/32: deny, with key CI deploys$/),
  ]);
  unmount();
  renderInApp(shown([test]));
  expect(await screen.findByText("No recent changes.")).toBeDefined();
});

// Cause: the same person was "You" for commands and "admin" for all else. Law: one noun for one thing.
it("is you who did what was done with the key of this console", async () => {
  const token = `gh2_${OWN}_${"a".repeat(43)}`;
  setConnection(
    { baseUrl: server.origin, key: token, versionHeader: "Service-Version" },
    { remember: false },
  );
  server.answerWith(json(200, { keys: [], uri: "/api_keys", next_page_uri: null }));
  const events = { data: [event(`ak_${OWN}`, "ipp_1"), event("ak_other", "ipp_2")], error: null };
  renderInApp(
    <RecentPanel
      events={{ ...events, isPending: false, refetch: () => undefined }}
      actions={[]}
      edges={[]}
      now={Date.parse(AT)}
    />,
  );
  const [own, other] = screen.getAllByRole("listitem");
  expect(own?.textContent).toContain("You created IP policy ipp_1");
  expect(other?.textContent).toContain("admin created IP policy ipp_2");
});

// Cause: two browsers of the same "You" showed different changes, and neither said why. Law: a list says what it does not hold.
it("says whose commands it shows", async () => {
  const session = {
    id: "ts_1",
    uri: "",
    agent_version: "3.18.2",
    ip: "",
    os: "",
    region: "",
    started_at: AT,
  };
  const sent = { ...session, transport: "service/2" };
  const action = startAction({ id: "1", kind: "stop", session: sent, sessions: [], urls: [], at: 0 });
  const words = "Restarts, stops and updates are those sent from this browser.";
  const shown = (data: ReturnType<typeof event>[]) => {
    const events = { data, error: null, isPending: false, refetch: () => undefined };
    return <RecentPanel events={events} actions={[action]} edges={[]} now={Date.parse(AT)} />;
  };
  const { unmount } = renderInApp(shown([]));
  expect(await screen.findByText(words)).toBeDefined();
  unmount();
  // Cause: it said so below what other browsers had sent. Law: as above.
  renderInApp(shown([{ ...event("ak_1", "ts_2"), event_type: "agent_command_created.v0" }]));
  await screen.findByText("Recent changes");
  expect(screen.queryByText(words)).toBeNull();
});

// Cause: what no agent had answered was listed on the overview, and who looked for it in Activity did not find it; of a refused update,
// which Activity has, it said the same. Law: where two lists of changes differ, the shorter way says how.
it("says that Activity lacks what no agent answered", async () => {
  const sent = { id: "ts_1", uri: "", ip: "", os: "", region: "", started_at: AT, transport: "service/2" };
  const told = (at: number, answer: Parameters<typeof answered>[1]) =>
    answered(
      startAction({ id: `${at}`, kind: "update", session: sent, sessions: [], urls: [], at }),
      answer,
      at,
    );
  const accepted = told(0, { outcome: "accepted" });
  const refused = told(1, { outcome: "refused", error: { msg: "Updates are off." } });
  const lost = told(120_000, { outcome: "unsure", error: { msg: "No answer.", status: 504 } });
  const log = { ...event("ak_1", "ts_2"), event_type: "agent_command_created.v0" };
  const of = { ...event("ak_1", "ts_1"), event_type: "agent_command_refused.v0" };
  const object = { id: "ts_1", command: "update" };
  const logged = { ...of, event_timestamp: new Date(1).toISOString(), object: { ...of.object, ...object } };
  const events = { data: [log, logged], error: null, isPending: false, refetch: () => undefined };
  const shown = (actions: (typeof accepted)[]) => (
    <RecentPanel events={events} actions={actions} edges={[]} now={Date.parse(AT)} />
  );
  const { unmount } = renderInApp(shown([accepted, refused]));
  await screen.findByText("Recent changes");
  expect(screen.queryByRole("link", { name: "Activity" })).toBeNull();
  unmount();
  renderInApp(shown([accepted, refused, lost]));
  const link = await screen.findByRole("link", { name: "Activity" });
  expect(link.getAttribute("href")).toBe("/activity");
  expect(link.closest("footer")?.textContent).toBe(
    "Commands that no agent answered are not in Activity. This browser lists them until you sign out.",
  );
});

// Cause: right after an edge was saved it said "No changes yet". Law: where a service keeps no log, only what is known is said: what
// this browser sent.
it("says of a service without an event log what it lists, and not that nothing changed", async () => {
  const events = { data: null, error: null, isPending: false, refetch: () => undefined };
  renderInApp(<RecentPanel events={events} actions={[]} edges={[]} now={Date.parse(AT)} />);
  await screen.findByText("No commands sent yet.");
  expect(screen.queryByText(/No changes/)).toBeNull();
  screen.getByText(
    "Restarts, stops and updates are those sent from this browser. This service keeps no log of other changes.",
  );
});
