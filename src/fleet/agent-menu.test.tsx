// Cause: of several agents that restarted, other pages told one. Law: what was sent is told for each that it was sent to.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered } from "./action.ts";
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

it.each([
  [["a"], ["a"], null],
  [["a", "b", "c"], ["a", "b", "c"], null],
  [["a", "b", "c", "d", "e"], ["a", "b", "c"], "2 more agents"],
])("tells of %j by name: %j, and %s", (hosts, named, more) => {
  const at = Date.now();
  ledger.update(() =>
    hosts.map((host, index) => {
      const one = session(host);
      const sentAt = at - index;
      const start = startAction({
        id: host,
        kind: "restart",
        session: one,
        sessions: [one],
        urls: [],
        at: sentAt,
      });
      return answered(start, { outcome: "accepted" }, sentAt);
    }),
  );
  renderInApp(<AgentMenus>{null}</AgentMenus>);
  const news = within(screen.getByRole("list", { name: "Agents" }));
  const links = news.getAllByRole("link").map(({ textContent }) => textContent);
  expect(links).toEqual([...named, ...(more === null ? [] : [more])]);
  expect(news.getAllByText(/^Reconnecting/)).toHaveLength(named.length);
});
