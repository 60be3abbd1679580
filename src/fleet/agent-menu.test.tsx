// Cause: of several agents that restarted, other pages told one. Law: what was sent is told for each that it was sent to.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered, moved, type FleetAction } from "./action.ts";
import { AgentMenus } from "./agent-menu.tsx";
import { startAction } from "./start-action.ts";
import { ledger } from "./use-fleet.ts";

const session = (host: string): TunnelSession => ({
  id: `ts_${host}`,
  uri: "",
  agent_version: "3.18.2",
  ip: "192.0.2.7",
  metadata: JSON.stringify({ host }),
  os: "linux",
  region: "us",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
});

/** Fills the ledger with a restart of each, the first sent last. */
function tell(
  actions: readonly { host: string; ends: (sent: FleetAction, at: number) => FleetAction }[],
  kind: "restart" | "update" = "restart",
  at = Date.now(),
) {
  ledger.update(() =>
    actions.map(({ host, ends }, index) => {
      const one = session(host);
      const sentAt = at - index;
      const start = {
        id: host,
        kind,
        session: one,
        sessions: [one],
        urls: [],
        at: sentAt,
      } as const;
      return ends(startAction(start), sentAt);
    }),
  );
}

const accepted = (sent: FleetAction, at: number) => answered(sent, { outcome: "accepted" }, at);

/** Whom the strip tells of by name, and how many it does not. */
function told() {
  renderInApp(<AgentMenus>{null}</AgentMenus>);
  const news = within(screen.getByRole("list", { name: "Agents" }));
  return { news, links: news.getAllByRole("link").map(({ textContent }) => textContent) };
}

it.each([
  [["a"], ["a"], null],
  [["a", "b", "c"], ["a", "b", "c"], null],
  [["a", "b", "c", "d", "e"], ["a", "b", "c"], "2 more agents"],
])("tells of %j by name: %j, and %s", (hosts, named, more) => {
  tell(hosts.map((host) => ({ host, ends: accepted })));
  const { news, links } = told();
  expect(links).toEqual([...named, ...(more === null ? [] : [more])]);
  expect(news.getAllByText(/^Reconnecting/)).toHaveLength(named.length);
});

// Cause: sorted by time only, a failure was one of "2 more agents" behind those online again. Law: what needs somebody comes first.
it("tells of failures first, then of what waits for a hand, then of the rest", () => {
  const back = (sent: FleetAction, at: number) => moved(sent, { phase: "verified", seconds: 3 }, at);
  const failed = (sent: FleetAction, at: number) =>
    answered(sent, { outcome: "failed", error: { msg: "No", status: 500 } }, at);
  const unclear = (sent: FleetAction, at: number) =>
    moved(sent, { phase: "ambiguous", candidateIds: ["ts_1", "ts_2"] }, at);
  tell([
    { host: "back", ends: back },
    { host: "back-too", ends: back },
    { host: "on-its-way", ends: accepted },
    { host: "unclear", ends: unclear },
    { host: "failed", ends: failed },
  ]);
  expect(told().links).toEqual(["failed", "unclear", "on-its-way", "2 more agents"]);
});

// Cause: "Restart by hand" of one agent stood over the lists of endpoints and tunnels until somebody did that. Law: news is new.
it.each([
  ["update", 30_000, true],
  ["update", 120_000, false],
  ["restart", 120_000, true],
] as const)("tells of an accepted %s %d ms ago: %s", (kind, ago, isTold) => {
  tell([{ host: "a", ends: accepted }], kind, Date.now() - ago);
  renderInApp(<AgentMenus>{null}</AgentMenus>);
  expect(screen.queryByRole("list", { name: "Agents" }) !== null).toBe(isTold);
});

// Cause: that an agent which a rollout had updated was to be started stood over the lists of every browser, for good, whatever was
// searched. Law: as above, and of what this tab sent.
it.each([
  ["a", 30_000, true],
  ["a", 120_000, false],
  ["rollout ro_1 ts_a 1", 30_000, false],
])("tells of an updated agent that left, %s, %d ms ago: %s", (host, ago, isTold) => {
  const stopped = (sent: FleetAction, at: number): FleetAction => ({
    ...accepted(sent, at),
    leftAt: at,
    endedBy: "stop",
  });
  tell([{ host, ends: stopped }], "update", Date.now() - ago);
  renderInApp(<AgentMenus>{null}</AgentMenus>);
  expect(screen.queryByRole("list", { name: "Agents" }) !== null).toBe(isTold);
});
