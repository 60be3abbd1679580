// Cause: a server of keys that answered, with a certificate that the edge did not trust, "can't be reached", by a code of OpenSSL. Law:
// what is said to be wrong is what is wrong.
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { makeRoot, openAuthority } from "../tls/authority.ts";
import { fetched } from "./fetched.ts";

test("says that a certificate is not trusted", async () => {
  const authority = await openAuthority(await makeRoot());
  const { certificatePem: cert, privateKeyPem: key } = await authority.leaf("own.example");
  const server = createServer({ cert, key }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const asked = fetched(new URL(`https://127.0.0.1:${port}/keys`), 1_000, "*/*");
  await expect(asked).rejects.toThrow(/^has a certificate that the edge doesn’t trust$/);
  server.close();
});
