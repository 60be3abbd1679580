import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportRow } from "#table/export.ts";
import { facetCounts } from "#table/facet-counts.ts";
import { visibleRows } from "#testing/visible-rows.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelTable } from "./tunnel-columns.tsx";
import { tunnelRows } from "./tunnel-rows.ts";

const { model: tunnelModel, schema: tunnelSchema, columns } = tunnelTable;
const ref = (id: string) => ({ id, uri: `https://api.example/${id}` });
const session = (id: string, metadata: string) => ({ id, metadata }) as TunnelSession;

const web: Tunnel = {
  id: "tn_1",
  started_at: "2026-11-21T10:00:00Z",
  public_url: "https://a.example",
  proto: "https",
  region: "eu",
  forwards_to: "http://localhost:80",
  tunnel_session: ref("ts_1"),
  endpoint: ref("ep_1"),
};
const backend: Tunnel = {
  id: "tn_2",
  started_at: "2026-11-21T09:00:00Z",
  labels: { site: "fra", app: "hooks" },
  tunnel_session: ref("ts_2"),
  metadata: '{"tier":1}',
};
const sessions = [session("ts_1", '{"host":"fra-gw-01"}')];
const state = { search: "", filters: {}, sort: [tunnelSchema.defaultSort] };

describe("tunnelRows", () => {
  it("names a tunnel by URL or labels, and its session once that is known", () => {
    const rows = tunnelRows([web, backend], sessions, [ref("ep_1")]);
    expect(rows.map(({ name, agent, metadata }) => ({ name, agent, metadata }))).toEqual([
      { name: "https://a.example", agent: "fra-gw-01", metadata: "" },
      { name: "app=hooks, site=fra", agent: "ts_2", metadata: "tier: 1" },
    ]);
    expect(rows.map(({ session }) => session?.id ?? null)).toEqual(["ts_1", null]);
    expect(rows.map(({ endpointKnown }) => endpointKnown)).toEqual([true, false]);
  });

  it("gives the same row for the same tunnel and session, another one once the session is known", () => {
    const before = tunnelRows([web, backend], undefined, undefined);
    expect(tunnelRows([web, backend], undefined, undefined)).toEqual(before);
    expect(tunnelRows([web, backend], undefined, undefined)[0]).toBe(before[0]);
    const after = tunnelRows([web, backend], sessions, [ref("ep_1")]);
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });

  it("is found by whatever it shows: id, URL, label, upstream, agent, Ref", () => {
    const rows = tunnelRows([web, backend], sessions, [ref("ep_1")]);
    const found = (search: string) =>
      visibleRows(rows, tunnelModel, { ...state, search }).map(({ id }) => id);
    for (const search of ["tn_1", "A.EXAMPLE", "localhost:80", "fra-gw-01", "ts_1", "ep_1", "https eu"])
      expect(found(search)).toEqual(["tn_1"]);
    for (const search of ["app=hooks", "ts_2", "tier"]) expect(found(search)).toEqual(["tn_2"]);
  });

  // Cause: filters said "ephemeral", "backend" and "none", cells "by edge" and "labels". Law: one word for one thing.
  it("is filtered by the words that its cells say", () => {
    const counts = facetCounts(tunnelRows([web, backend], sessions, undefined), tunnelModel, state);
    const values = ["type", "proto"].map((facet) => counts[facet]?.map(({ value }) => value));
    expect(values).toEqual([
      ["edges", "own URL"],
      ["https", "via edge"],
    ]);
  });

  it("counts each tunnel once in every facet, whatever it leaves out", () => {
    const tunnel = fc.record(
      {
        id: fc.uuid(),
        started_at: fc.constant("2026-11-21T09:00:00Z"),
        public_url: fc.option(fc.webUrl()),
        proto: fc.option(fc.constantFrom("http", "tcp", "quic")),
        region: fc.option(fc.string()),
        labels: fc.option(fc.dictionary(fc.string(), fc.string())),
        metadata: fc.option(fc.oneof(fc.string(), fc.json())),
        tunnel_session: fc.option(fc.constantFrom(ref("ts_1"), ref("ts_9"))),
      },
      { requiredKeys: ["id", "started_at"] },
    );
    fc.assert(
      fc.property(fc.array(tunnel), (tunnels) => {
        const rows = tunnelRows(tunnels, sessions, undefined);
        for (const counts of Object.values(facetCounts(rows, tunnelModel, state)))
          expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
        for (const column of tunnelSchema.sortable)
          expect(
            visibleRows(rows, tunnelModel, { ...state, sort: [{ column, descending: true }] }),
          ).toHaveLength(rows.length);
      }),
    );
  });
});

it("exports wire names, each Ref as its id", () => {
  expect(tunnelRows([web, backend], sessions, [ref("ep_1")]).map((row) => exportRow(row, columns))).toEqual([
    {
      id: "tn_1",
      public_url: "https://a.example",
      labels: "",
      proto: "https",
      forwards_to: "http://localhost:80",
      tunnel_session: "ts_1",
      endpoint: "ep_1",
      region: "eu",
      started_at: "2026-11-21T10:00:00Z",
      metadata: "",
    },
    {
      id: "tn_2",
      public_url: "",
      labels: "app=hooks, site=fra",
      proto: "",
      forwards_to: "",
      tunnel_session: "ts_2",
      endpoint: "",
      region: "",
      started_at: "2026-11-21T09:00:00Z",
      metadata: '{"tier":1}',
    },
  ]);
});
