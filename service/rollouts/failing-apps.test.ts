// Cause: the plan of a stop said that a URL stays up through an agent whose app was known to be down. Law: an app that fails keeps nothing
// up; what is planned together stays as it is, since the app may be back by then.
import { expect, it } from "vitest";
import type { RolloutPlan } from "#contract/rollouts/rollout.ts";
import { newId } from "../store/ids.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { countedOf, trafficEvent } from "../testing/traffic-events.ts";

const URL_OF_EDGE = "https://shared.example";

async function goOnline(app: TestApp, authtoken: string) {
  const [session, tunnel] = [newId("session"), newId("tunnel")];
  const texts = { metadata: "", region: "eu", started_at: "2026-11-21T00:00:00Z" };
  const agent = { agent_version: "1.0.0", ip: "::1", os: "linux", transport: "service/2", node_id: "1" };
  const capabilities = JSON.stringify({ stop: "supported" });
  await app.db
    .insertInto("sessions")
    .values({ id: session, credential_id: authtoken, capabilities, ...agent, ...texts })
    .execute();
  const serves = { proto: "https", public_url: null, forwards_to: "", endpoint_id: null };
  await app.db
    .insertInto("tunnels")
    .values({ id: tunnel, session_id: session, labels: '{"app":"shared"}', ...serves, ...texts })
    .execute();
  return { session, tunnel };
}

it("plans that a URL goes offline where only an app that fails would be left", async () => {
  const app = await startTestApp();
  const create = async (path: string, body: object) =>
    (await app.call<{ id: string }>(`POST ${path}`, { body })).body.id;
  const edge = await create("/edges/https", { hostports: ["shared.example:443"] });
  const backend = { backend_id: await create("/backends/tunnel_group", { labels: { app: "shared" } }) };
  await create(`/edges/https/${edge}/routes`, { match_type: "path_prefix", match: "/", backend });
  const authtoken = await create("/credentials", {});
  const first = await goOnline(app, authtoken);
  const second = await goOnline(app, authtoken);
  const plan = async (id: string) => {
    const body = { session_ids: [id], action: "stop" };
    const { batches } = (await app.call<RolloutPlan>("POST /rollout_previews", { body })).body;
    return batches.map(({ offline, stays_up: up }) => ({ offline, up }));
  };
  expect(await plan(first.session)).toEqual([{ offline: [], up: [URL_OF_EDGE] }]);
  const skipped = [{ tunnelId: second.tunnel, reason: undefined }];
  const counted = countedOf(
    trafficEvent({ "gatehouse.endpoint_id": "ep_1", "gatehouse.tunnel_id": first.tunnel }),
  );
  for (let time = 0; time < 3; time += 1)
    app.traffic.apps.add({ ...counted, outcome: "answered", status: 200, skipped });
  expect(await plan(first.session)).toEqual([{ offline: [URL_OF_EDGE], up: [] }]);
  expect(await plan(second.session)).toEqual([{ offline: [], up: [URL_OF_EDGE] }]);
  await app.close();
});
