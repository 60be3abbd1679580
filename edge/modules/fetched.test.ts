// Cause: a server of keys that answered, with a certificate that the edge did not trust, "can't be reached", by a code of OpenSSL. Law:
// what is said to be wrong is what is wrong.
import { once } from "node:events";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { expect, test } from "vitest";
import { makeRoot, openAuthority } from "../tls/authority.ts";
import { fetched } from "./fetched.ts";
import { providerFault } from "./login/provider-fault.ts";
import { providerFetch } from "./login/provider-fetch.ts";

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

// Cause: a plain HTTP server where HTTPS was asked gave "no valid answer: ERR_SSL_WRONG_VERSION_NUMBER", and a port that is never asked
// "no valid answer: Error". Law: a reason is in words, or there is none.
test("says in words why there was no answer", async () => {
  const told = async (url: string, expected: RegExp) => {
    const asked = providerFetch(url, { body: undefined, headers: {}, method: "GET", redirect: "manual" });
    const fault = await asked.then(String, (error: unknown) => providerFault(error, "login.example"));
    expect(String(fault)).toMatch(expected);
  };
  const plain = createPlainServer((_request, response) => response.end("hi")).listen(0, "127.0.0.1");
  const silent = createTcpServer((socket) => socket.end("SSH-2.0-x\r\n")).listen(0, "127.0.0.1");
  const picky = createTlsServer({ minVersion: "TLSv1.3" }).listen(0, "127.0.0.1");
  const servers = [plain, silent, picky];
  await Promise.all(servers.map((server) => once(server, "listening")));
  const [noTls, noHttp, noCertificate] = servers.map((one) => (one.address() as AddressInfo).port);
  await told(`https://127.0.0.1:${noTls}/`, /: login\.example doesn’t speak TLS$/);
  await told(`http://127.0.0.1:${noHttp}/`, /: login\.example doesn’t answer in HTTP$/);
  await told(`https://127.0.0.1:${noCertificate}/`, /: login\.example can’t be reached over TLS$/);
  await told("https://127.0.0.1:9/", /: login\.example gave no valid answer$/);
  const keys = fetched(new URL(`https://127.0.0.1:${noTls}/keys`), 1_000, "*/*");
  await expect(keys).rejects.toThrow(/^doesn’t speak TLS$/);
  for (const server of servers) server.close();
});
