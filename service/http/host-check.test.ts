// Cause: the service answered whatever Host it was asked for, so a page whose name was made to resolve to this machine could
// read its answers. Law: only names that are the service's own are answered.
import * as fc from "fast-check";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { ApiProblem } from "../errors.ts";
import { startTestApp } from "../testing/test-app.ts";
import { hostCheck } from "./host-check.ts";

const statusFor = async (host: string, allowHost: string[] = []) => {
  const app = new Hono().use(hostCheck({ allowHost })).get("/", (c) => c.text("in"));
  app.onError((error, c) => c.text(error.message, error instanceof ApiProblem ? error.status : 500));
  return (await app.request("http://inside/", { headers: { host } })).status;
};

it("answers addresses, localhost, names without a dot and those that a flag allows", async () => {
  const hosts = [
    "127.0.0.1:4180",
    "[::1]:4180",
    "[::1]",
    "localhost",
    "LOCALHOST:80",
    "a.localhost",
    "gate:80",
  ];
  for (const host of hosts) expect([host, await statusFor(host)]).toEqual([host, 200]);
  expect(await statusFor("Gate.Example.:443", ["gate.example"])).toBe(200);
});

it("refuses every other name, also those that only look like an allowed one", async () => {
  const hosts = [
    "evil.example",
    "evil.example:4180",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "gate.example.evil",
  ];
  for (const host of hosts) expect([host, await statusFor(host, ["gate.example"])]).toEqual([host, 421]);
  await fc.assert(
    fc.asyncProperty(fc.domain(), async (name) => {
      expect(await statusFor(name, ["gate.example"])).toBe(name.toLowerCase() === "gate.example" ? 200 : 421);
    }),
  );
});

// Cause: with --trust-forwarded any name was answered. Law: a page whose name resolves to this machine goes past the proxy.
it("refuses other names behind a proxy too", async () => {
  const app = await startTestApp({ trustForwarded: true });
  const headers = { host: "evil.example", "x-forwarded-host": "localhost" };
  expect((await app.fetch("/healthz", { headers })).status).toBe(421);
  await app.close();
});
