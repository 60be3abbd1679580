// Cause: an app that speaks plain HTTP behind a tunnel to https, or the other way round, was "unreachable" without a word of it. Law: what
// is known of why an app is not reached is told.
import { once } from "node:events";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addEdge } from "./testing/add-edge.ts";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

let t: TestEdge;
let secure: https.Server;
beforeAll(async () => {
  t = await startTestEdge();
  await addEdge(t.gateway.db, "https_edges", "https", "two.example:443");
  const { certificatePem, privateKeyPem } = await t.authority.leaf("own.example");
  secure = https.createServer({ cert: certificatePem, key: privateKeyPem });
  secure.listen(0, "127.0.0.1");
  await once(secure, "listening");
});
afterAll(async () => {
  secure.close();
  await t.dispose();
});

const securePort = () => (secure.address() as AddressInfo).port;

test.each([
  ["nothing", () => "http://127.0.0.1:9", /^Nothing listens/],
  ["an unknown name", () => "http://nowhere.invalid", /host name$/],
  ["plain HTTP by https", () => t.appUrl.replace("http:", "https:"), /^The tunnel forwards to https/],
  ["a certificate of nobody", () => `https://127.0.0.1:${securePort()}`, /certificate$/],
  ["HTTPS by http", () => `http://127.0.0.1:${securePort()}`, /^The app (?:doesn’t answer in HTTP|closed)/],
])("%s behind the agent", async (_what, target, why) => {
  t.counted.length = 0;
  const { session } = await t.agent([{ proto: "http", forwards_to: target(), hostname: HOST }]);
  expect((await t.call("/")).status).toBe(502);
  await vi.waitFor(() => expect(t.counted.at(-1)?.reason).toMatch(why));
  // Cause: the page of such a request blamed the connection, while the overview knew why. Law: a request says why it failed.
  expect(t.events.at(-1)?.gatehouse?.error_reason).toMatch(why);
  await session.close();
  await vi.waitFor(async () => expect((await t.call("/")).status).toBe(503));
});

// Cause: of two agents the one whose app was down was skipped, and nothing said so. Law: an event counts the tunnels that were tried
// before the one that answered, and none where the first answers.
test("a tunnel that is skipped is counted with what another one answers", async () => {
  const labels = { app: "shop" };
  await t.agent([{ proto: "http", labels, forwards_to: t.appUrl }]);
  t.answer((_request, response) => response.end("ok"));
  const call = () => t.call("/v1/", { headers: { host: "two.example" } });
  await vi.waitFor(async () => expect((await call()).status).toBe(200));
  const seen = () => t.counted.flatMap(({ skipped }) => skipped ?? []);
  await vi.waitFor(() => expect(t.counted.at(-1)?.status).toBe(200));
  expect(seen()).toEqual([]);
  const { welcome } = await t.agent([{ proto: "http", labels, forwards_to: "http://127.0.0.1:9" }]);
  const reason = "Nothing listens at the app’s address";
  await vi.waitFor(async () => {
    expect((await call()).status).toBe(200);
    expect(seen()).toContainEqual({ tunnelId: welcome.tunnels[0]?.id, way: expect.any(String), reason });
  });
});
