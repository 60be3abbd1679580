import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Credential } from "#contract/credential.ts";
import { TunnelSession } from "#contract/tunnel-session.ts";
import { exportRow } from "#table/export.ts";
import { authtokenTable, onlineText, permitsAll, withSessions } from "./authtoken-columns.tsx";

const id = fc.constantFrom("cr_1", "cr_2", "cr_3", "cr_gone");
const created_at = "2026-11-21T00:00:00Z";
const credentials = ["cr_1", "cr_2", "cr_3"].map((one) => Credential.parse({ id: one, uri: "", created_at }));
const session = (credential: string | null, index: number) =>
  TunnelSession.parse({
    id: `ts_${index}`,
    uri: "",
    agent_version: "1.0.0",
    credential: credential && { id: credential, uri: "" },
    ip: "192.0.2.1",
    os: "linux",
    region: "eu",
    started_at: created_at,
    transport: "service/2",
  });

it("counts the sessions of each authtoken, and knows none before they were read", () => {
  fc.assert(
    fc.property(fc.array(fc.option(id), { maxLength: 20 }), (used) => {
      const rows = withSessions(credentials, used.map(session));
      expect(rows.map(({ online }) => online)).toEqual(
        credentials.map((one) => used.filter((other) => other === one.id).length),
      );
    }),
  );
  expect(withSessions(credentials, undefined).map(({ online }) => onlineText(online))).toEqual([
    "Unknown",
    "Unknown",
    "Unknown",
  ]);
});

it("permits everything without a rule and with *", () => {
  const [one] = credentials as [Credential];
  for (const acl of [undefined, null, [], ["*"], ["bind:a.example", "*"]])
    expect(permitsAll({ ...one, acl })).toBe(true);
  expect(permitsAll({ ...one, acl: ["bind:a.example"] })).toBe(false);
});

it("exports no token, even where a service answers one", () => {
  const [one] = credentials as [Credential];
  expect(
    JSON.stringify(exportRow({ ...one, token: "gha_secret", online: 1 }, authtokenTable.columns)),
  ).not.toContain("gha_secret");
});
