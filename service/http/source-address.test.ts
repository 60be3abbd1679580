import { assert, ipV4, property } from "fast-check";
import { expect, it } from "vitest";
import { startTestApp } from "../testing/test-app.ts";
import { sourceAddress } from "./source-address.ts";

const from = (headers: Record<string, string>, socket?: string, trusted = true) =>
  sourceAddress(new Request("http://inside/", { headers }), socket, trusted);

// Cause: nothing told an operator's own address. Law: who calls and from where is told, never what could mislead.
it.each([
  [{}, "::ffff:203.0.113.7", "203.0.113.7"],
  [{}, "fe80::1%eth0", "fe80::1"],
  [{}, undefined, null],
  [{ "x-forwarded-for": "198.51.100.2, 10.0.0.1" }, "10.0.0.1", "198.51.100.2"],
  [{ "x-forwarded-for": "198.51.100.2:4711" }, "10.0.0.1", "198.51.100.2"],
  [{ "x-forwarded-for": "2001:DB8::1" }, "10.0.0.1", "2001:db8::1"],
  [{ forwarded: 'for="[2001:db8::1]:4711";proto=https, for=10.0.0.1' }, "10.0.0.1", "2001:db8::1"],
  [{ forwarded: "for=198.51.100.2", "x-forwarded-for": "198.51.100.9" }, "10.0.0.1", "198.51.100.9"],
  [{ forwarded: "for=unknown" }, "10.0.0.1", null],
])("%j from %s is %s behind a trusted proxy", (headers, socket, address) => {
  expect(from(headers as Record<string, string>, socket)).toBe(address);
});

it("believes no header without --trust-forwarded", () => {
  assert(
    property(ipV4(), ipV4(), (claimed, socket) => {
      const headers = { "x-forwarded-for": claimed, forwarded: `for=${claimed}` };
      expect(from(headers, socket, false)).toBe(socket);
      expect(from(headers, socket)).toBe(claimed);
    }),
  );
});

it("is answered with the principal that audit events name", async () => {
  const app = await startTestApp();
  const http = await app.listen();
  await app.call("POST /api_keys", { body: {} });
  const { body: log } = await app.call<{
    events: { principal: { id: string; credential: { id: string } } }[];
  }>("GET /events");
  const told = log.events[0]?.principal;
  const headers = {
    authorization: `Bearer ${app.key}`,
    "service-version": "2",
    "x-forwarded-for": "192.0.2.1",
  };
  const answer = await fetch(`${http.origin}/api/whoami`, { headers });
  expect(await answer.json()).toEqual({
    admin: true,
    admin_key_id: told?.credential.id,
    admin_ids: [told?.id],
    principal: {
      ...told,
      credential: {
        id: told?.credential.id,
        uri: `${http.origin}/api/api_keys/${told?.credential.id}`,
      },
    },
    source_address: "127.0.0.1",
  });
  await http.stop();
  await app.close();
});
