// Cause: rules of an authtoken that excluded an agent which was online were saved without a word, and so was its restart confirmed,
// which it did not come back from. Law: what locks an agent out is told before it is done.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { credentials } from "#resources/credentials.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { renderInApp } from "#testing/render.tsx";
import { BlastList } from "./blast-list.tsx";
import { excludedOf, excludedText } from "./excluded.ts";

const at = "2026-11-22T10:00:00Z";
const session = {
  id: "ts_1",
  uri: "",
  agent_version: "3.18.2",
  credential: { id: "cr_1", uri: "" },
  ip: "192.0.2.1",
  metadata: '{"host":"ams-scan-01"}',
  os: "linux",
  region: "eu",
  started_at: at,
  transport: "service/2",
};
const tunnel = (rest: Partial<Tunnel>): Tunnel => ({
  id: "tn_1",
  started_at: at,
  tunnel_session: { id: "ts_1", uri: "" },
  ...rest,
});
const WEB = tunnel({ public_url: "https://calm-reef.eu.localhost:4181" });
const DB = tunnel({ public_url: "tcp://3.tcp.eu.localhost:12345" });
const BACKEND = tunnel({ labels: { app: "web" } });

it.each([
  [WEB, [], null],
  [WEB, ["*"], null],
  [WEB, ["bind:calm-reef.eu.localhost"], null],
  [WEB, ["bind:calm-reef"], null],
  [WEB, ["bind:*.eu.localhost"], null],
  [WEB, ["bind:*.example.com"], "calm-reef.eu.localhost"],
  [DB, ["bind:3.tcp.eu.localhost:12345"], null],
  [DB, ["bind:3.tcp.eu.localhost:1"], "3.tcp.eu.localhost:12345"],
  [BACKEND, ["bind:app=*"], null],
  [BACKEND, ["bind:app=api"], "app=web"],
])("whether rules let an agent in again: %#", (served, rules, what) => {
  const excluded = excludedOf([session], [served], () => rules);
  expect(excluded).toEqual(what === null ? [] : [{ agent: "ams-scan-01", what }]);
});

it("nothing is said of an agent whose rules are not known, or of what another one serves", () => {
  expect(excludedOf([session], [WEB], () => undefined)).toEqual([]);
  const other = tunnel({ ...WEB, tunnel_session: { id: "ts_2", uri: "" } });
  expect(excludedOf([session], [other], () => ["bind:app=web"])).toEqual([]);
});

it("names five, and counts the rest", () => {
  const many = Array.from({ length: 7 }, (_, n) => ({ agent: `a${n}`, what: `u${n}` }));
  expect(excludedText(many.slice(0, 2))).toBe("a0 (u0) and a1 (u1)");
  expect(excludedText(many)).toMatch(/a4 \(u4\) and 2 more$/);
});

it.each([
  [["bind:app=web"], true],
  [["bind:calm-reef.eu.localhost"], false],
])("a restart says that its authtoken won’t let it in again: rules %s", (acl, isTold) => {
  const client = createQueryClient();
  client.setQueryData(tunnelSessions.query.queryKey, [session] as never);
  client.setQueryData(tunnels.query.queryKey, [WEB] as never);
  client.setQueryData(credentials.query.queryKey, [{ id: "cr_1", uri: "", created_at: at, acl }] as never);
  const known = { served: { tunnels: [WEB], endpoints: [] }, error: null, waiting: undefined };
  renderInApp(<BlastList ids={["ts_1"]} kind="restart" known={known} />, { client });
  const note = screen.queryByText(/can’t reconnect after the restart/)?.parentElement?.textContent;
  expect(note).toBe(
    isTold
      ? "1 agent can’t reconnect after the restart. The rules of its authtoken don’t allow what it serves: ams-scan-01 (calm-reef.eu.localhost)."
      : undefined,
  );
});
