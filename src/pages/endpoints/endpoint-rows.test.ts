import { describe, expect, it } from "vitest";
import { exportRow } from "#table/export.ts";
import { facetCounts } from "#table/facet-counts.ts";
import { visibleRows } from "#testing/visible-rows.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import type { TcpPorts } from "#resources/closing.ts";
import { servesNothing, wayOfEdge, wayWords } from "#resources/edge-way.ts";
import { endpointTable, statusOf } from "./endpoint-columns.tsx";
import { endpointRows } from "./endpoint-rows.ts";

const { model: endpointModel, schema: endpointSchema, columns } = endpointTable;
const at = "2026-11-21T10:00:00Z";
const ref = (id: string) => ({ id, uri: `https://api.example/${id}` });
const times = { created_at: at, updated_at: at };

const served: Endpoint = {
  ...times,
  id: "ep_1",
  type: "ephemeral",
  public_url: "https://a.example",
  tunnel: ref("tn_1"),
};
const dark: Endpoint = {
  ...times,
  id: "ep_2",
  type: "ephemeral",
  hostport: "b.example:443",
  tunnel: ref("tn_9"),
};
const edge: Endpoint = {
  ...times,
  id: "ep_3",
  type: "edge",
  public_url: "https://c.example",
  edge: ref("edghts_7"),
};
const all = [served, dark, edge];
const tunnels: Tunnel[] = [
  { id: "tn_1", started_at: at, tunnel_session: ref("ts_1"), forwards_to: "http://localhost:80" },
];
const sessions = [{ id: "ts_1", metadata: '{"host":"fra-gw-01"}' } as TunnelSession];
const edges = [{ id: "edghts_7", hostports: ["c.example:443"] }];
const state = { search: "", filters: {}, sort: [endpointSchema.defaultSort] };

describe("endpointRows", () => {
  it("follows an endpoint's tunnel to its session", () => {
    const rows = endpointRows(all, tunnels, sessions, edges);
    expect(rows.map(({ name, agent }) => [name, agent])).toEqual([
      ["https://a.example", "fra-gw-01"],
      ["b.example:443", ""],
      ["https://c.example", ""],
    ]);
  });

  // Cause: with --edge-tcp off a TCP tunnel was shown as Online. Law: what nobody can reach is not shown as served.
  it("says of TCP addresses that no port is open, where the service opens none", () => {
    const tcp: Endpoint = { ...served, id: "ep_4", proto: "tcp", public_url: "tcp://1.example:10001" };
    const said = (ports: TcpPorts) =>
      endpointRows([served, tcp], tunnels, sessions, edges, undefined, { ports }).map(
        (row) => statusOf(row).text,
      );
    expect(said({ none: true, closed: [] })).toEqual(["Online", "No port open"]);
    expect(said({ none: false, closed: [] })).toEqual(["Online", "Online"]);
    // Cause: a port that another program held was only logged.
    expect(said({ none: false, closed: [10_001] })).toEqual(["Online", "Port not open"]);
    const edge = { id: "edgtcp_1", created_at: at, hostports: ["1.example:1"] } as unknown as EdgeRow;
    expect(wayOfEdge(edge, { ports: { none: true, closed: [] } }).lead).toBe("no port");
    const closed = wayOfEdge(edge, { ports: { none: false, closed: [1] } });
    expect(wayWords(closed)).toMatchObject({ tone: "bad", text: "Port not open" });
    expect(servesNothing(closed)).toBe(true);
    // Cause: of a port that --edge-tcp leaves out it was said that a program uses it.
    expect(wayWords(wayOfEdge(edge, { ports: { none: false, closed: [1], range: [2, 9] } }))).toEqual({
      tone: "bad",
      text: "Port not open",
      why: "Nobody can connect: port 1 is not open. The service opens only ports 2 to 9. Choose one of them, or change --edge-tcp.",
    });
    // Cause: the port of an edge that was just created is among the closed ones only once they are read again, and it was green
    // until then. Law: a port that can't be opened is never shown as open.
    expect(wayOfEdge(edge, { ports: { none: false, closed: [], range: [2, 9] } }).lead).toBe(
      "port 1 outside 2 to 9",
    );
    const other = { ...edge, hostports: ["1.example:1", "1.example:2"] };
    expect(wayOfEdge(other, { ports: { none: false, closed: [1] } }).lead).toBe("no backend");
  });

  it("knows the edge of an endpoint once the edges are read", () => {
    expect(endpointRows(all, undefined, undefined, undefined)[2]?.edge).toBeNull();
    expect(endpointRows(all, undefined, undefined, edges)[2]?.edge).toBe(edges[0]);
  });

  it("tells what has a session: of an edge's endpoint only its edge knows", () => {
    const rows = endpointRows(all, tunnels, sessions, edges);
    expect(facetCounts(rows, endpointModel, state)["has_session"]).toEqual([
      { value: "no", count: 1 },
      { value: "through an edge", count: 1 },
      { value: "yes", count: 1 },
    ]);
  });

  it("gives the same row until tunnel or session change", () => {
    const none = endpointRows(all, undefined, undefined, edges);
    expect(endpointRows(all, [], undefined, edges)[0]).toBe(none[0]);
    const known = endpointRows(all, tunnels, sessions, edges);
    expect(known[0]).not.toBe(none[0]);
    expect(known[2]).toBe(none[2]);
    expect(endpointRows(all, tunnels, sessions, edges)[0]).toBe(known[0]);
  });

  it("is found by the agent and upstream behind it, and by every Ref", () => {
    const rows = endpointRows(all, tunnels, sessions, edges);
    const found = (search: string) =>
      visibleRows(rows, endpointModel, { ...state, search }).map(({ id }) => id);
    for (const search of ["fra-gw-01", "localhost:80", "ts_1", "tn_1"])
      expect(found(search)).toEqual(["ep_1"]);
    expect(found("edghts_7")).toEqual(["ep_3"]);
    expect(found("tn_9")).toEqual(["ep_2"]);
  });
});

// Cause: an edge without a backend was cut off at the end of a cell. Law: the status has a column, what fails is found.
it("says of each whether it works, and finds what fails", () => {
  const ways = new Map([["edghts_7", { lead: "no backend" as const, broken: [], of: 0 }]]);
  const rows = endpointRows(all, tunnels, sessions, edges, ways);
  expect(facetCounts(rows, endpointModel, state)["status"]).toEqual([
    { value: "No backend", count: 1 },
    { value: "Online", count: 2 },
  ]);
  const sort = [{ column: "status", descending: false }];
  expect(visibleRows(rows, endpointModel, { ...state, sort })[0]?.id).toBe("ep_3");
  expect(exportRow(endpointRows(all, tunnels, sessions, edges)[2]!, columns)).toMatchObject({
    status: "Unknown",
  });
});

it("exports wire names, each Ref as its id", () => {
  expect(endpointRows(all, tunnels, sessions, edges).map((row) => exportRow(row, columns))[0]).toMatchObject({
    id: "ep_1",
    public_url: "https://a.example",
    type: "ephemeral",
    tunnel: "tn_1",
    tunnel_session: "ts_1",
    edge: "",
  });
});
