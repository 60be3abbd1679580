// Cause: a page that shows a cut or redacted body as if it were whole misleads who debugs with it. Law: what was cut,
// redacted or not kept is said, where the time went is told apart, and a refusal says what to do.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { departures } from "#fleet/departures.ts";
import { href, paths } from "#resources/paths.ts";
import { makeWorld, routeIds } from "#service/testing/conformance/world.ts";
import { keep, trafficEvent } from "#service/testing/traffic-events.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { TRAFFIC_COLUMNS } from "#pages/traffic/traffic-columns.tsx";
import { trafficRow } from "#traffic/traffic-row.ts";
import { Component } from "./traffic-event-page.tsx";

const app = connectedApp();

async function show(event: TrafficEvent) {
  await keep(app.traffic, [event]);
  const { user } = renderInApp(null, {
    path: `/traffic/${event.event_id}`,
    routes: [{ path: paths.trafficEvent, element: <Component /> }],
  });
  await screen.findByRole("heading", { level: 2, name: "Request" });
  return { user, text: document.body.textContent ?? "" };
}

it("says what was redacted and cut, and tells edge and app apart", async () => {
  const { text } = await show(
    trafficEvent({
      "http.request.method": "post",
      "http.request.url.raw": "https://shop.example.com/orders",
      "http.request.url.host": "shop.example.com",
      "http.request.url.path": "/orders",
      "http.request.headers": { Authorization: ["redacted"], Accept: ["*/*"] },
      "http.request.body_length": 300_000,
      "http.response.status_code": 200,
      "gatehouse.phases.tls": 39.5,
      "gatehouse.phases.route": 1,
      "gatehouse.phases.modules": 2,
      "gatehouse.phases.upstream": 40,
      "gatehouse.decisions": [
        { module: "ip_restriction", verdict: "allow", reason: "10.0.0.0/8", took_ms: 0.1 },
      ],
      "gatehouse.redacted": ["http.request.headers.Authorization"],
      "gatehouse.capture.request.content": btoa('{"sku":"a1"'),
      "gatehouse.capture.request.kept": 11,
      "gatehouse.capture.request.truncated": true,
    }),
  );
  // Cause: the handshake of the connection counted as the edge's part of a shorter request. Law: parts add up to the whole.
  expect(text).toContain("Edge 3 ms · App 40 ms");
  expect(text).toContain("Before the request: TLS handshake of its connection, 39.5 ms");
  expect(text).toContain("redacted before this was kept: Authorization");
  expect(text).toContain("Truncated: the first 11 B of 300 kB were kept.");
  expect(text).toContain('{"sku":"a1"');
  expect(text).toContain("IP restrictionAllow10.0.0.0/8");
});

it("explains a refusal by the edge", async () => {
  const { text } = await show(
    trafficEvent({
      "http.request.method": "get",
      "http.response.status_code": 502,
      "http.response.body_length": 20,
      "gatehouse.outcome": "failed",
      "gatehouse.error_code": "ERR_GATEHOUSE_3210",
      "gatehouse.error_reason": "The tunnel forwards to https, but the app speaks no TLS",
    }),
  );
  // Cause: the connection was blamed where the edge knew the app's reason. Law: a request says why it failed.
  expect(text).toContain("the app speaks no TLS. Check the app, and where its tunnel forwards to.");
  expect(text).toContain("502 error");
  expect(text).toContain("App unreachable");
  expect(text).toContain("The body was not kept.");
});

// Cause: a request to a URL whose agent was lost was refused without a word of whose it had been; later only where it came by the port
// of that URL, and a longer host counted too. Law: what is known of an address is said.
it.each([
  ["shop.example.com", true],
  ["shop.example.com:4770", true],
  ["op.example.com", false],
])("names the agent that served an unknown address before, %s: %s", async (host, isNamed) => {
  const session = { id: "ts_1", uri: "", ip: "192.0.2.7", metadata: '{"host":"ams-scan-01"}', os: "linux" };
  const at = new Date().setHours(10, 32, 0, 0);
  departures.set([
    {
      session: { ...session, region: "eu", started_at: "2026-01-02T03:04:05Z", transport: "service/2" },
      seenAt: at,
      leftAt: at,
      served: [{ id: "tn_1", started_at: "2026-01-02T03:04:05Z", public_url: "https://shop.example.com" }],
    },
  ]);
  const { text } = await show(
    trafficEvent({
      "http.request.method": "get",
      "http.request.url.host": host,
      "http.response.status_code": 404,
      "gatehouse.outcome": "refused",
      "gatehouse.error_code": "ERR_GATEHOUSE_3200",
    }),
  );
  expect(text.includes("It was served by ams-scan-01. Offline since 10:32 AM.")).toBe(isNamed);
});

// Cause: "Check the app" named no address of it, and of an app that hangs "visitor left" was all that was said. Law: a request says why it
// failed, and where to look.
it("says where the tunnel of a request forwarded to, and when its visitor left", async () => {
  const session = { id: "ts_1", uri: "", ip: "192.0.2.7", metadata: "", os: "linux", region: "eu" };
  const served = [{ id: "tn_1", started_at: "2026-01-02T03:04:05Z", forwards_to: "http://localhost:5400" }];
  const started_at = "2026-01-02T03:04:05Z";
  departures.set([
    { session: { ...session, started_at, transport: "service/2" }, seenAt: 0, leftAt: 0, served },
  ]);
  const left = { "http.request.method": "get", "gatehouse.outcome": "left", "gatehouse.duration_ms": 4000 };
  await show(trafficEvent({ ...left, "gatehouse.tunnel_id": "tn_1" }));
  expect(await screen.findByText("http://localhost:5400")).toBeDefined();
  expect(screen.getByText(/^The visitor left after 4 s, before the app answered\./)).toBeDefined();
  cleanup();
  await show(trafficEvent({ ...left, "http.response.status_code": 200 }));
  expect(screen.getByText("The visitor left after 4 s, before the response was complete.")).toBeDefined();
});

// Cause: the agent of a request was an ID without a link once it had left, while Sessions named it. Law: one name for one thing.
it("names the agent that served a request and has left since", async () => {
  const at = new Date().setHours(10, 32, 0, 0);
  const session = { id: "ts_1", uri: "", ip: "192.0.2.7", metadata: '{"host":"ams-scan-01"}', os: "linux" };
  departures.set([
    {
      session: { ...session, region: "eu", started_at: "2026-01-02T03:04:05Z", transport: "service/2" },
      seenAt: at,
      leftAt: at,
    },
  ]);
  await show(trafficEvent({ "http.request.method": "get", "gatehouse.session_id": "ts_1" }));
  expect((await screen.findByRole("link", { name: "ams-scan-01" })).getAttribute("href")).toBe(
    href.session("ts_1"),
  );
  cleanup();
  const row = trafficRow(trafficEvent({ "gatehouse.session_id": "ts_1" }));
  renderInApp(TRAFFIC_COLUMNS.find(({ id }) => id === "agent")?.cell?.(row));
  expect((await screen.findByRole("link")).textContent).toBe("ams-scan-01");
});

// Cause: "A module … can’t be applied" named no module and no action, and the route was an ID. Law: a refusal names what
// refused and leads there; one name for one thing.
it("names the module that closed the address, and the route", async () => {
  const { body: backend } = await app.call<{ id: string }>("POST /backends/tunnel_group", {
    body: { labels: { app: "a" } },
  });
  const { body: edge } = await app.call<{ id: string }>("POST /edges/https", { body: {} });
  const { body: route } = await app.call<{ id: string }>(`POST /edges/https/${edge.id}/routes`, {
    body: { match_type: "path_prefix", match: "/closed", backend: { backend_id: backend.id } },
  });
  const { text } = await show(
    trafficEvent({
      "http.request.method": "get",
      "http.response.status_code": 503,
      "gatehouse.error_code": "ERR_GATEHOUSE_3204",
      "gatehouse.edge_id": edge.id,
      "gatehouse.route_id": route.id,
      "gatehouse.decisions": [
        { module: "oauth", verdict: "block", reason: "Gatehouse can’t apply it here", took_ms: 0.1 },
      ],
    }),
  );
  expect(text).toContain("OAuth couldn’t be applied: Gatehouse can’t apply it here.");
  expect(screen.getByRole("link", { name: "Open OAuth" }).getAttribute("href")).toBe(
    href.routeModule(edge.id, route.id, "oauth"),
  );
  expect(await screen.findByRole("link", { name: "/closed" })).toBeDefined();
});

// Cause: the request of a route without an agent said "Start an agent that serves this address.", its route which one. Law: what a page
// knows of a cause, the others that show it say too.
it("says which agent a request lacked", async () => {
  const body = { description: "Web app", labels: { app: "web" } };
  const { body: backend } = await app.call<{ id: string }>("POST /backends/tunnel_group", { body });
  await show(
    trafficEvent({
      "http.response.status_code": 503,
      "gatehouse.error_code": "ERR_GATEHOUSE_3201",
      "gatehouse.backend_id": backend.id,
    }),
  );
  expect(await screen.findByText(/^Start an agent for “Web app” with the label app=web\.$/)).toBeDefined();
});

// Cause: which rule blocked a request was text to search for by hand. Law: what decided is a link, and so is its module.
it("leads from a refusal to the rule, its policy and the module", async () => {
  const world = makeWorld(app);
  const { edge_id = "", id = "" } = await routeIds(world);
  const { id: policy } = await world.make("/ip_policies", {}, { description: "Scanners" });
  const rule = (await world.make("/ip_policy_rules", {}, { ip_policy_id: policy })).id;
  const { text } = await show(
    trafficEvent({
      "http.request.method": "get",
      "http.response.status_code": 403,
      "gatehouse.error_code": "ERR_GATEHOUSE_3230",
      "gatehouse.edge_id": edge_id,
      "gatehouse.route_id": id,
      "gatehouse.decisions": [
        {
          module: "ip_restriction",
          verdict: "block",
          reason: "10.0.0.1 matches deny 10.0.0.0/24 of Scanners",
          refs: [
            { id: rule, text: "deny 10.0.0.0/24" },
            { id: policy, text: "Scanners" },
          ],
          took_ms: 0.1,
        },
      ],
    }),
  );
  expect(text).toContain("Blocked by IP restriction: 10.0.0.1 matches deny 10.0.0.0/24 of Scanners.");
  const links = (name: string) =>
    screen.getAllByRole("link", { name }).map((link) => link.getAttribute("href"));
  expect(links("IP restriction")).toEqual(Array(2).fill(href.routeModule(edge_id, id, "ip_restriction")));
  expect(links("deny 10.0.0.0/24")).toEqual(Array(2).fill(href.ipRule(rule)));
  expect(links("Scanners")).toEqual(Array(2).fill(href.ipPolicy(policy)));
  // Cause: links in the words of a refusal differed from them by colour alone. Law: a link in running text is underlined.
  for (const name of ["IP restriction", "deny 10.0.0.0/24", "Scanners"])
    expect(screen.getAllByRole("link", { name })[0]?.classList).toContain("link");
});

// Cause: a rule of policies that blocked a request had to be looked for in the list of them. Law: it is a link to its field.
it("leads from a refusal to the rule of policies in its form", async () => {
  const { edge_id = "", id = "" } = await routeIds(makeWorld(app));
  const decision = {
    module: "policies",
    verdict: "block",
    reason: "No bots: req.user_agent.contains('Bot')",
    refs: [{ id, text: "No bots", field: "inbound.1.name" }],
    took_ms: 0.1,
  };
  await show(
    trafficEvent({
      "http.request.method": "get",
      "http.response.status_code": 403,
      "gatehouse.error_code": "ERR_GATEHOUSE_3270",
      "gatehouse.edge_id": edge_id,
      "gatehouse.route_id": id,
      "gatehouse.decisions": [decision],
    }),
  );
  const links = screen.getAllByRole("link", { name: "No bots" }).map((link) => link.getAttribute("href"));
  const form = `${href.routeModule(edge_id, id, "policies")}?field=inbound.1.name`;
  expect(links).toEqual([form, form]);
});

// Cause: the service could keep bodies, and no page turned it on. Law: a request leads to the bodies of the next like it, kept
// for as long as was asked, with the time left in sight, and one press ends it.
it("keeps bodies of the route that a request passed, and stops", async () => {
  const { id: route } = await routeIds(makeWorld(app));
  const { user } = await show(
    trafficEvent({
      "gatehouse.route_id": route,
      "gatehouse.endpoint_id": "ep_1",
      "http.request.method": "get",
    }),
  );
  const captured = async () => {
    const { body } = await app.call<{ traffic_captures: Record<string, string>[] }>("GET /traffic_captures");
    return body.traffic_captures.map((one) => [
      one["target_id"],
      Date.parse(one["expires_at"] ?? "") - Date.parse(one["created_at"] ?? ""),
    ]);
  };
  const bodies = await screen.findByRole("region", { name: "Bodies" });
  expect(bodies.textContent).toContain("Up to 256 KiB each. Secrets in headers are redacted.");
  // Cause: whose bodies are kept was seen only once they were. Law: a button says what it does, and to what.
  expect(bodies.textContent).toContain("Keep bodies of new requests to this route.");
  await user.click(within(bodies).getByRole("button", { name: "Keep for 30 min" }));
  await waitFor(() => expect(bodies.textContent).toContain("Keeping bodies · 30 min left"));
  expect(await captured()).toEqual([[route, 1_800_000]]);
  await user.click(within(bodies).getByRole("button", { name: "Stop keeping bodies" }));
  await within(bodies).findByRole("button", { name: "Keep for 1 h" });
  expect(await captured()).toEqual([]);
});

// Cause: a request of a route that is gone offered to keep its bodies, which failed with the name of an API field, and linked to no page.
// Law: what can't work is not offered; what is gone is said to be, with the way back.
// Cause: of a route that was deleted since, only "Deleted" was said, and its link listed all changes of the edge. Law: what Activity knows
// of it is said, and the link leads to that.
// Cause: what it decided led to pages of its modules, which were gone with it. Law: no link leads to what is known to be gone.
it("says that its route was deleted, what it matched, and leads to where it can be restored", async () => {
  const { id, edge_id } = await routeIds(makeWorld(app));
  const { body } = await app.call<{ match: string }>(`GET /edges/https/${edge_id}/routes/${id}`);
  const { match } = body;
  await app.call(`DELETE /edges/https/${edge_id}/routes/${id}`);
  await show(
    trafficEvent({
      "gatehouse.edge_id": edge_id,
      "gatehouse.route_id": id,
      "gatehouse.endpoint_id": "ep_1",
      "http.request.method": "get",
      "gatehouse.decisions": [{ module: "oauth", verdict: "allow", reason: "Signed in.", took_ms: 0.1 }],
    }),
  );
  expect(screen.getByText("Signed in.")).toBeDefined();
  const note = await screen.findByText(match, { selector: "code" });
  const told = note.closest("[role]")?.textContent;
  expect(told).toContain(`Route ${match} was deleted. You can restore it in Activity.`);
  const link = within(note.closest("[role]") ?? document.body).getByRole("link", { name: "Open activity" });
  expect(link.getAttribute("href")).toBe(href.activity(`?object_id=${id}`));
  expect(screen.queryByRole("button", { name: /^Keep for/ })).toBeNull();
  expect(screen.getByText("Route").parentElement?.textContent).toContain(`${match} (deleted)`);
  expect(document.querySelector(`a[href*="/routes/${id}"]`)).toBeNull();
});

// Cause: an endpoint and an edge that are gone were bare IDs, though the request says what they were called. Law: things are called by their
// names, also once they are gone.
it("names the endpoint and the edge of a request as it did, once they are gone", async () => {
  const { id: edge_id } = await makeWorld(app).make("/edges/https", {}, { hostports: ["gone.example:443"] });
  await app.call(`DELETE /edges/https/${edge_id}`);
  await show(
    trafficEvent({
      "gatehouse.edge_id": edge_id,
      "gatehouse.endpoint_id": "ep_1",
      "http.request.method": "get",
      "http.request.url.host": "gone.example",
    }),
  );
  const path = within(screen.getByRole("region", { name: "Path" }));
  for (const label of ["Endpoint", "Edge"])
    expect(path.getByText(label).parentElement?.textContent).toContain("gone.example");
  expect(document.querySelector(`a[href*="${edge_id}"]`)).toBeNull();
});

it("says why bodies of an endpoint that is offline can't be kept", async () => {
  const { user } = await show(
    trafficEvent({ "gatehouse.endpoint_id": "ep_gone", "http.request.method": "get" }),
  );
  await user.click(await screen.findByRole("button", { name: "Keep for 10 min" }));
  expect((await screen.findByRole("alert")).textContent).toContain("active endpoint");
});

// Cause: header values were shown in lower case with no way to see them as they were. Law: what is not shown as it was says how it can be.
it("says how to see header values as they were sent", async () => {
  const { text } = await show(
    trafficEvent({ "http.request.headers": { Accept: ["text/html"] }, "http.response.status_code": 200 }),
  );
  expect(text).toContain("Header values are kept in lowercase. To see them as sent, keep bodies.");
});
