// Cause: keys of an issuer are asked for while requests wait. Law: once in 15 min is enough, a source that fails for some minutes
// is not noticed, keys that may be withdrawn are not used any longer, and no visitor makes the edge ask more often
// (docs/decisions/edge/jwt-keys.md).
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { KeySource } from "./key-source.ts";

const MINUTE = 60_000;

test("keys are renewed in time, kept while a source fails, and not for more than 15 min", async () => {
  let asked = 0;
  let status = 200;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(status).end('{"keys":[{"kty":"EC"}]}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  let now = 0;
  const source = new KeySource(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys?secret=1`,
    () => now,
  );
  /** What is asked for behind the requests has been answered. */
  const settled = () => source.rotated();
  try {
    expect(source.keys()).toBeNull();
    await Promise.all([source.ready(), source.ready()]);
    expect(asked).toBe(1);
    const keys = source.keys();
    expect(keys).toHaveLength(1);
    // A token whose key is not there makes it ask twice a minute.
    await source.rotated();
    await source.rotated();
    expect(asked).toBe(2);
    now += 30_000;
    await source.rotated();
    expect(asked).toBe(3);
    expect(source.keys()).toBe(keys);
    // Renewed behind the requests; the same keys are the same list.
    now += 10 * MINUTE;
    expect(source.keys()).toBe(keys);
    expect(source.keys()).toBe(keys);
    await settled();
    expect(asked).toBe(4);
    // From now on it fails.
    status = 500;
    now += 10 * MINUTE;
    expect(source.keys()).toBe(keys);
    await settled();
    expect([asked, source.fault()]).toEqual([5, null]);
    now += 5 * MINUTE;
    expect(source.keys()).toBeNull();
    await source.ready();
    expect(asked).toBe(6);
    expect(source.fault()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/keys answered 500$/);
    // It rests for 5 s.
    await source.ready();
    await source.rotated();
    expect([asked, source.pending()]).toEqual([6, false]);
    now += 5_000;
    status = 200;
    await source.ready();
    expect([asked, source.keys()]).toEqual([7, keys]);
  } finally {
    server.close();
  }
});

// Cause: "https://login.example/jwks was not found", of a host that no DNS knew, read as a file that was missing there. Law: what is said
// to be wrong is what is wrong.
test("a host that is not found is named alone", async () => {
  // Longer than a name may be: nobody is asked for it.
  const host = `${"a".repeat(64)}.invalid`;
  const source = new KeySource(`https://${host}/jwks`);
  await source.ready();
  expect(source.fault()).toBe(`${host} was not found`);
});
