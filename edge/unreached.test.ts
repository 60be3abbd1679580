// Cause: an app that speaks plain HTTP behind a tunnel to https, or the other way round, was "unreachable" without a word of it. Law: what
// is known of why an app is not reached is told.
import { once } from "node:events";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

let t: TestEdge;
let secure: https.Server;
beforeAll(async () => {
  t = await startTestEdge();
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
