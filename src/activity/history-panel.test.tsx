// Cause: History said "Could not load its history" over "No changes in the event log", and ended in an empty strip. Law: two places
// never contradict each other, and an error goes once what failed works again.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { HistoryPanel } from "./history-panel.tsx";

const server = connectedServer();
const NONE = "No changes in the event log.";

it("says that there is none, or that it could not be loaded, never both", async () => {
  const none = json(200, { events: [], uri: "/events", next_page_uri: null });
  server.answerWith(none);
  const { client } = renderInApp(<HistoryPanel id="ca_1" />);
  await screen.findByText(NONE);
  const panel = screen.getByRole("region", { name: "History" });
  expect(panel.querySelector("footer")).toBeNull();
  server.answerWith(json(400, { msg: "The service is on its way down." }));
  await client.refetchQueries({ queryKey: ["events"] });
  await screen.findByRole("alert");
  expect(screen.queryByText(NONE)).toBeNull();
  server.answerWith(none);
  await client.refetchQueries({ queryKey: ["events"] });
  await screen.findByText(NONE);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

// Cause: "You updated this key Used by, Optional notes" ran the verb and the fields into one. Law: what changed is told apart from
// what was done.
it("says what was changed after what was done", async () => {
  const event = {
    event_id: "ev_1",
    event_type: "api_key_updated.v0",
    event_timestamp: "2026-11-21T11:00:00Z",
    principal: { id: "usr_1", subject: "mara" },
    object: { id: "ak_1", description: "CI" },
    gatehouse: { before: { description: "ci", metadata: "" } },
  };
  server.answerWith(json(200, { events: [event], uri: "/events", next_page_uri: null }));
  renderInApp(<HistoryPanel id="ak_1" />);
  const line = await screen.findByRole("listitem");
  expect(line.textContent).toMatch(/^mara updated this key: Used by, Optional notes/);
});

// Cause: the History of a policy had none of the changes of its rules, and led to those of all policies. Law: who changed what decides
// an address, and when, is on the page of its policy, each change at what it was done to.
it("has the changes of a policy's rules", async () => {
  server.answerWith((request, response) => {
    const isOf = request.url?.includes("ip_policy_id=ipp_1");
    const object = { id: "ipr_1", action: "allow", cidr: "10.0.0.0/8", ip_policy: { id: "ipp_1" } };
    const event = {
      event_id: "ev_1",
      event_type: "ip_policy_rule_created.v0",
      event_timestamp: "2026-11-21T11:00:00Z",
      principal: { id: "usr_1", subject: "mara" },
      object,
    };
    json(200, { events: isOf ? [event] : [], uri: "/events", next_page_uri: null })(request, response);
  });
  renderInApp(<HistoryPanel id="ipp_1" of="ip_policy_id" />);
  const line = await screen.findByRole("listitem");
  expect(line.textContent).toMatch(/^mara created IP rule 10\.0\.0\.0\/8: allow/);
  const link = screen.getByRole("link", { name: "All changes of this policy and its rules" });
  expect(link.getAttribute("href")).toBe("/activity?ip_policy_id=ipp_1");
});

// Cause: the history of a rule said "created this IP rule allow": of which range was not said, and of a changed range "allow" too.
// Law: what was created is named, and of what was changed what that was.
it("names the range that a rule was created with, and the fields that were changed", async () => {
  const event = (verb: string, cidr: string, more = {}) => ({
    event_id: `ev_${verb}`,
    event_type: `ip_policy_rule_${verb}.v0`,
    event_timestamp: `2026-11-27T0${verb === "created" ? 1 : 2}:00:00Z`,
    object: { id: "ipr_1", action: "deny", cidr },
    ...more,
  });
  const events = [
    event("updated", "203.0.113.0/25", { gatehouse: { before: { cidr: "203.0.113.0/24" } } }),
    event("created", "203.0.113.0/24"),
  ];
  server.answerWith(json(200, { events, uri: "/events", next_page_uri: null }));
  renderInApp(<HistoryPanel id="ipr_1" />);
  const lines = await screen.findAllByRole("listitem");
  const said = lines.map((line) => line.firstElementChild?.textContent?.trim());
  expect(said).toEqual([
    "Someone updated this IP rule: Range",
    "Someone created this IP rule: deny 203.0.113.0/24",
  ]);
});

// Cause: after a bulk add all five lines were rules of that one act, and who had changed what before was pushed out. Law: a burst is
// one line that opens, here as in Recent changes.
it("folds a burst of changes of rules, and shows what was before it", async () => {
  const event = (id: number, more: object, verb = "created") => ({
    event_id: `ev_${id}`,
    event_type: `ip_policy_rule_${verb}.v0`,
    event_timestamp: `2026-11-21T11:${String(50 - id).padStart(2, "0")}:00Z`,
    principal: { id: "usr_1", subject: "mara" },
    object: {
      id: `ipr_${id}`,
      action: "allow",
      cidr: `10.0.${id}.0/24`,
      ip_policy: { id: "ipp_1" },
      ...more,
    },
  });
  const added = [1, 2, 3, 4, 5, 6, 7].map((id) => event(id, {}));
  const before = event(30, { action: "deny" }, "deleted");
  const events = [...added, before];
  server.answerWith((request, response) => {
    const most = Number(new URL(request.url ?? "", "http://service").searchParams.get("limit"));
    json(200, { events: events.slice(0, most), uri: "/events", next_page_uri: null })(request, response);
  });
  const { user } = renderInApp(<HistoryPanel id="ipp_1" of="ip_policy_id" />);
  const folded = await screen.findByRole("button", { name: "mara created 7 IP rules within 6 min" });
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^mara created 7 IP rules within 6 min/),
    expect.stringMatching(/^mara deleted IP rule 10\.0\.30\.0\/24: deny/),
  ]);
  await user.click(folded);
  const list = document.getElementById(folded.getAttribute("aria-controls") ?? "");
  expect(list?.children).toHaveLength(7);
  expect(list?.children[6]?.textContent).toMatch(/^mara created IP rule 10\.0\.7\.0\/24: allow/);
});
