// Cause: "Add agent" took any agent that restarted meanwhile for the one that it waits for. Law: an agent that comes back is not new.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { identityOf } from "#fleet/start-action.ts";
import { newcomers, servingOf } from "./added-sessions.ts";

const session = (id: string, metadata = "a") =>
  ({ id, metadata, ip: "192.0.2.7", os: "linux" }) as TunnelSession;
const [a1, a2, a3, b1] = [session("a1"), session("a2"), session("a3"), session("b1", "b")];

it.each<[string, TunnelSession[], TunnelSession[], TunnelSession[]]>([
  ["one of another agent", [a1], [b1, a1], [b1]],
  ["one that restarted", [a1], [a2], []],
  ["a twin of one that stays", [a1], [a2, a1], [a2]],
  ["the newer one where one restarted and a twin came", [a1], [a3, a2], [a3]],
  ["any where none was", [], [a2, a1], [a2, a1]],
])("of %s", (_, before, now, added) => expect(newcomers(before, now)).toEqual(added));

it("are by agent as many as there are more of it, where each that left came back", () => {
  const all = ["a", "b"].flatMap((agent) => [1, 2, 3].map((n) => session(`${agent}${n}`, agent)));
  const some = fc.subarray(all);
  fc.assert(
    fc.property(some, some, (before, now) => {
      const added = newcomers(before, now);
      for (const agent of all.map(identityOf)) {
        const of = (sessions: readonly TunnelSession[]) =>
          sessions.filter((one) => identityOf(one) === agent).length;
        expect(of(added)).toBe(Math.max(0, of(now) - of(before)));
      }
      expect(added.some((one) => before.includes(one))).toBe(false);
    }),
  );
});

// Cause: an agent that was restarted with the labels asked for was waited for, for ever. Law: who serves what is asked for is who came.
it("is the one that came with all of the labels, also by a restart", () => {
  const tunnel = (id: string, labels: Record<string, string>) =>
    ({ labels, tunnel_session: { id, uri: "" } }) as Tunnel;
  const served = [tunnel("a2", { app: "shop", site: "ams" }), tunnel("b1", { app: "shop" })];
  const of = (...labels: string[]) => servingOf(labels, [a1, b1], [b1, a2], served)?.id;
  expect([of("app=shop"), of("app=shop", "site=ams"), of("app=blog"), of()]).toEqual([
    "a2",
    "a2",
    undefined,
    undefined,
  ]);
});
