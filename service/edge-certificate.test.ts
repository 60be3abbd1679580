// Cause: files that hold no certificate were taken, and every TLS connection failed. Law: bad input gets a clear error at once.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ConfigError } from "#contract/command-line.ts";
import { makeRoot } from "#edge/tls/authority.ts";
import { givenCertificate } from "./edge-certificate.ts";

let dir: string;
const file = (name: string): string => join(dir, name);
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "gatehouse-tls-"));
  const [one, other] = await Promise.all([makeRoot(), makeRoot()]);
  const files = {
    cert: one.certificatePem,
    key: one.privateKeyPem,
    other: other.privateKeyPem,
    text: "root:x:0:0",
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(file(name), text)));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const take = (cert: string | null, key: string | null, warn = vi.fn<() => void>()) =>
  givenCertificate({ tlsCert: cert && file(cert), tlsKey: key && file(key) }, { warn });

test.each([
  ["text", "key", /tls-cert .*text has no certificate/],
  ["key", "key", /tls-cert .*key has no certificate/],
  ["cert", "text", /tls-key .*text has no private key/],
  ["cert", "other", /tls-key .*other is not the key of the certificate in --tls-cert .*cert/],
  ["cert", "gone", /tls-key .*gone can’t be read \(ENOENT\)/],
  ["cert", null, /given together/],
])("%s and %s are refused", async (cert, key, message) => {
  const error: unknown = await take(cert, key).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as Error).message).toMatch(message);
});

test("a certificate and its key are taken, with a warning once it has expired", async () => {
  const warn = vi.fn<() => void>();
  expect(await take("cert", "key", warn)).toMatchObject({
    certificatePem: expect.stringContaining("CERTIFICATE"),
  });
  expect(warn).not.toHaveBeenCalled();
  vi.useFakeTimers({ now: Date.now() + 4_000 * 86_400_000, toFake: ["Date"] });
  await take("cert", "key", warn);
  vi.useRealTimers();
  expect(warn).toHaveBeenCalledOnce();
  expect(await take(null, null)).toBeNull();
});
