import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { closedPortsQuery } from "#api/closed-ports.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { edges, routesOf } from "./edges.ts";
import { writesOf } from "./writes.ts";

const AT = "2026-01-02T03:04:05Z";
const edge = { id: "edghts_a", uri: "/e", created_at: AT, hostports: ["a.example:443"], routes: [] };
const absent = (status: number) => json(status, { status_code: status, msg: "No." });

const server = connectedServer();
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

describe("a route", () => {
  it("is found in its edge where single routes can’t be read, else its own refusal counts", async () => {
    const modules = Object.fromEntries(["backend", "oauth"].map((kind) => [kind, null]));
    const route = {
      edge_id: "edghts_a",
      id: "edghtsrt_1",
      uri: "/r",
      created_at: AT,
      match_type: "exact_path",
      match: "/",
      ...modules,
    };
    server.answerWith((asked, response) => {
      const whole = asked.url === "/edges/https/edghts_a";
      (whole ? json(200, { ...edge, routes: [route] }) : absent(405))(asked, response);
    });
    expect(await client().fetchQuery(routesOf("edghts_a").detail("edghtsrt_1"))).toEqual(route);
    await expect(client().fetchQuery(routesOf("edghts_a").detail("edghtsrt_2"))).rejects.toMatchObject({
      status: 405,
    });
  });
});

// Cause: the closed ports were read every 15 s, whatever was created in between. Law: what a write may change is read again.
it("has the closed ports read again once a TCP edge is created", async () => {
  server.answerWith((asked, response) => {
    const made = { id: "edgtcp_a", uri: "/e", created_at: AT, hostports: ["a.example:9"] };
    json(asked.method === "POST" ? 201 : 200, made)(asked, response);
  });
  const read = vi.fn<() => Promise<number[]>>(() => Promise.resolve([]));
  const cache = client();
  const following = new QueryObserver(cache, { ...closedPortsQuery, queryFn: read }).subscribe(() => null);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  await writesOf(cache, edges.tcp).create({ hostports: ["a.example:9"] });
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  following();
});
