// Cause: nobody could see why requests were refused. Law: a route's page says what its breaker and its limits are at, resets them when
// that is confirmed, and shows nothing where the service does not say (docs/decisions/edge/live-state.md).
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { HttpsEdge } from "#contract/edge.ts";
import { Route } from "#contract/route.ts";
import { LIVE_EDGE } from "#contract/operations/live-state-example.ts";
import { liveState } from "#resources/live-state.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { LivePanel } from "./live-panel.tsx";

let service: TestService;
let port: number;
beforeAll(async () => {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  ({ port } = free.address() as AddressInfo);
  free.close();
  await once(free, "close");
  service = await startTestService({ edgeHttp: port });
});
afterAll(() => service.close());
beforeEach(() =>
  setConnection(
    { baseUrl: `${service.origin}/api`, key: service.key, versionHeader: "Service-Version" },
    { remember: false },
  ),
);
afterEach(forgetConnection);

async function addRoute(name: string, modules: object): Promise<Route> {
  const hostports = [`${name}.example:443`];
  const edge = await request({
    method: "POST",
    path: "/edges/https",
    body: { hostports },
    answer: HttpsEdge,
  });
  const body = { match_type: "path_prefix", match: "/", ...modules };
  return request({ method: "POST", path: `/edges/https/${edge.id}/routes`, body, answer: Route });
}

async function visit(host: string): Promise<number | undefined> {
  const asked = httpRequest({ host: "127.0.0.1", port, path: "/", headers: { host } }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

it("says who is at the limit, and empties it when that is confirmed", async () => {
  const config = { name: "Few", capacity: 1, rate: "60s", bucket_key: ["conn.client_ip"] };
  const route = await addRoute("live", {
    circuit_breaker: { tripped_duration: 30 },
    policies: { inbound: [{ actions: [{ type: "rate-limit", config }] }] },
  });
  expect([await visit("live.example"), await visit("live.example")]).toEqual([503, 429]);
  const { user } = renderInApp(<LivePanel route={route} place="live.example/" />);
  const panel = within(await screen.findByRole("region", { name: "Live state" }));
  expect(await panel.findByText("1 at the limit")).toBeDefined();
  expect(panel.getByText("Few · Rule 1")).toBeDefined();
  expect(panel.getByRole("row", { name: /^127\.0\.0\.1 1 of 1 / })).toBeDefined();
  // Cause: a breaker’s green "Closed" stood on the page of a route that was "Closed" to everyone. Law: a word means one thing on a page.
  expect(panel.getByText("Not tripped")).toBeDefined();
  expect(panel.getByText("Trips at 50 % errors, from 20 requests in 10 s")).toBeDefined();
  await user.click(panel.getByRole("button", { name: "Reset rate limits…" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Reset the rate limits of live.example/?" }),
  );
  await user.click(dialog.getByRole("button", { name: "Reset rate limits" }));
  expect(await screen.findByText("Rate limits reset on live.example/")).toBeDefined();
  expect(await panel.findByText("No requests in the last 1 min")).toBeDefined();
  expect(await visit("live.example")).toBe(503);
});

it("says of several edges which is which, and how many do not answer", async () => {
  const edges = ["a", "b"].map((id) => ({ ...LIVE_EDGE, id }));
  const server = await startFaultServer(json(200, { uri: "/", edges, silent: 1 }));
  setConnection({ baseUrl: server.origin, key: "k", versionHeader: "Service-Version" }, { remember: false });
  const route = { id: "r", edge_id: "e", circuit_breaker: { enabled: true } } as unknown as Route;
  const { unmount } = renderInApp(<LivePanel route={route} place="/" />);
  expect(await screen.findByText("1 edge did not answer")).toBeDefined();
  const titles = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  const of = (what: string) => [1, 2].map((edge) => `${what} · edge ${edge} of 3`);
  expect(titles.toSorted()).toEqual([...of("Circuit breaker"), ...of("Rate limit")]);
  expect(screen.getAllByText("The app is tried again", { exact: false })).toHaveLength(2);
  unmount();
  await server.close();
});

it.each([
  ["has neither", undefined, {}],
  ["is of a service that does not say", "error", { circuit_breaker: {} }],
])("shows nothing where the route %s", async (_what, status, modules) => {
  const made = await addRoute(status ?? "plain", modules);
  // Of a route that is not there the service says what one without the extension says.
  const route = status ? { ...made, id: "edghtsrt_0ERbulrsXzgI1PEj4L8bOtyOMk8" } : made;
  const { client } = renderInApp(<LivePanel route={route} place="/" />);
  const { queryKey } = liveState(route.edge_id, route.id);
  await waitFor(() => expect(client.getQueryState(queryKey)?.status).toBe(status));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Live state" })).toBeNull());
});
