// Cause: a subscription's sources and destinations were sent back as answers show them, with addresses, which the service refuses.
// Law: an update is taken back by one request that the service takes.
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import type { Event } from "#contract/event.ts";
import { connectedService } from "#testing/connected-app.ts";
import { checkUpdate, revertUpdate } from "./revert-update.ts";

connectedService();
type Made = { id: string; [field: string]: unknown };
const call = (method: "GET" | "PATCH" | "POST", path: string, body?: object) =>
  request<Made>({ method, path, ...(body && { body }) });

it("takes back what a subscription sends, and where", async () => {
  const target = { file: { name: "one.ndjson" } };
  const { id: destination } = await call("POST", "/event_destinations", { target });
  const type = "http_request_complete.v0";
  const { id } = await call("POST", "/event_subscriptions", {
    sources: [{ type, fields: ["conn.client_ip"], sample: 0.5 }, { type: "api_key_created.v0" }],
    destination_ids: [destination],
  });
  const path = `/event_subscriptions/${id}`;
  const { sources, destinations } = await call("GET", path);
  await call("PATCH", path, { sources: [], destination_ids: [] });
  const { events } = await request<{ events: Event[] }>({
    method: "GET",
    path: "/events",
    query: { object_id: id, limit: "1" },
  });
  const [event] = events;
  if (!event) throw new Error("There is no event.");
  expect((await checkUpdate(event, false)).refusal).toBeUndefined();
  await revertUpdate(event);
  expect(await call("GET", path)).toMatchObject({ sources, destinations });
});

// Cause: a revert that removes a module deleted its secret, and only the missing Undo told of it. Law: what is lost for good is said
// before it is.
it.each([
  ["webhook_verification", { provider: "stripe", secret: "whsec_s3cret" }, /^Can’t be undone: .*the secret/],
  ["compression", {}, /^$/],
])("says beforehand whether the removal of %s can be undone", async (kind, value, ends) => {
  const edge = await call("POST", "/edges/https", { hostports: [`${kind.replace("_", "-")}.example:443`] });
  const routes = `/edges/https/${edge.id}/routes`;
  const { id } = await call("POST", routes, { match_type: "path_prefix", match: "/" });
  await request({ method: "PUT", path: `${routes}/${id}/${kind}`, body: value });
  const { events } = await request<{ events: Event[] }>({
    method: "GET",
    path: "/events",
    query: { object_id: id, limit: "1" },
  });
  const check = await checkUpdate(events[0]!, true);
  expect(check.refusal).toBeUndefined();
  expect(check.ends ?? "").toMatch(ends);
});

// Cause: a change of a backend that was made at another address of the service "was changed again since". Law: what a ref names is its
// ID; its address is that of whoever asks.
it("takes back a change that was made at another address of the service", async () => {
  const backendOf = async () => (await call("POST", "/backends/tunnel_group", { labels: { app: "a" } })).id;
  const [first, second] = [await backendOf(), await backendOf()];
  const edge = await call("POST", "/edges/https", { hostports: ["moved.example:443"] });
  const routes = `/edges/https/${edge.id}/routes`;
  const made = { match_type: "path_prefix", match: "/", backend: { backend_id: first } };
  const { id } = await call("POST", routes, made);
  await request({ method: "PUT", path: `${routes}/${id}/backend`, body: { backend_id: second } });
  const query = { object_id: id, limit: "1" };
  const { events } = await request<{ events: Event[] }>({ method: "GET", path: "/events", query });
  const elsewhere = JSON.parse(
    JSON.stringify(events[0]).replaceAll(/https?:\/\/[^/"]+/g, "https://elsewhere.example"),
  ) as Event;
  expect(JSON.stringify(elsewhere)).toContain("https://elsewhere.example/api/backends/");
  expect((await checkUpdate(elsewhere, false)).refusal).toBeUndefined();
  await revertUpdate(elsewhere);
  expect(await call("GET", `${routes}/${id}`)).toMatchObject({ backend: { backend: { id: first } } });
});

// Cause: a revert to policies that let everyone in opened the route without a word. Law: what opens an address is said before.
it("says that a revert of an IP restriction opens the address, where its policies let everyone in", async () => {
  const policyOf = async (cidr: string) => {
    const { id } = await call("POST", "/ip_policies", {});
    await call("POST", "/ip_policy_rules", { ip_policy_id: id, action: "allow", cidr });
    return id;
  };
  const edge = await call("POST", "/edges/https", { hostports: ["restricted.example:443"] });
  const path = `/edges/https/${edge.id}/routes`;
  const put = async (cidr: string) => ({ ip_policy_ids: [await policyOf(cidr)] });
  const body = { match_type: "path_prefix", match: "/", ip_restriction: await put("0.0.0.0/0") };
  const { id } = await call("POST", path, body);
  await call("PATCH", `${path}/${id}`, { ip_restriction: await put("10.0.0.0/8") });
  const { events } = await request<{ events: Event[] }>({
    method: "GET",
    path: "/events",
    query: { object_id: id, limit: "1" },
  });
  expect((await checkUpdate(events[0]!, true)).opens).toEqual([
    { addresses: ["restricted.example/"], left: [], tls: undefined },
  ]);
});
