// Cause: after a reload the page of a tunnel that was offline had IDs in place of its endpoint and its agent, without links, though their
// pages worked. Law: what this visit knows has its name wherever it is referred to.
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { href } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { departures } from "./departures.ts";
import { AgentRef, ServedRef } from "./gone-refs.tsx";

const server = connectedServer();
const AT = "2026-11-21T06:00:00Z";
const session = { id: "ts_1", uri: "", ip: "192.0.2.7", metadata: '{"host":"my-laptop"}', os: "linux" };
const tunnel = {
  id: "tn_1",
  started_at: AT,
  public_url: "https://a.example",
  endpoint: { id: "ep_1", uri: "" },
};

it("names and links what left", async () => {
  server.answerWith(json(404, {}));
  const at = Date.now();
  departures.set([
    {
      session: { ...session, region: "eu", started_at: AT, transport: "service/2" },
      seenAt: at,
      leftAt: at,
      served: [tunnel],
    },
  ]);
  const ids = ["tn_1", "ep_1", "ep_2"];
  renderInApp([...ids.map((id) => <ServedRef key={id} id={id} />), <AgentRef key="ts_1" id="ts_1" />]);
  await screen.findByRole("link", { name: "my-laptop" });
  const links = screen.getAllByRole("link").map((one) => [one.textContent, one.getAttribute("href")]);
  expect(links).toEqual([
    ["https://a.example", href.tunnel("tn_1")],
    ["https://a.example", href.endpoint("ep_1")],
    ["my-laptop", href.session("ts_1")],
  ]);
  act(() => departures.set([]));
});

// Cause: the agent of a request that an earlier session of it had served was a bare ID. Law: an agent has a name wherever anything
// known tells it, else it is said that it is gone.
it.each([
  [session, "my-laptop", [href.session("ts_1")]],
  [null, /^An agent no longer online/, []],
])("names the agent of an earlier session as the service knows it: %j", async (ended, name, links) => {
  const kept = {
    ...ended,
    region: "eu",
    started_at: AT,
    transport: "service/2",
    ended_at: AT,
    reason: "restarted",
    refusal: null,
    succeeded_by: { id: "ts_2", uri: "" },
    tunnels: [],
  };
  server.answerWith((request, response) =>
    request.url?.endsWith("/ended_sessions/ts_1") && ended
      ? json(200, kept)(request, response)
      : json(404, {})(request, response),
  );
  renderInApp(<AgentRef id="ts_1" />);
  expect(await screen.findByText(name)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy ts_1" })).toBeTruthy();
  expect(screen.queryAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(links);
});
