import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRoot, openAuthority } from "./authority.ts";

test("its certificates are for the name, last no longer than browsers take, and satisfy OpenSSL's strict rules", async () => {
  const authority = await openAuthority(await makeRoot());
  const { certificatePem } = await authority.leaf("shop.example");
  const leaf = new X509Certificate(certificatePem);
  expect(leaf.checkHost("shop.example")).toBe("shop.example");
  expect(leaf.checkHost("other.example")).toBeUndefined();
  expect(leaf.checkIssued(new X509Certificate(authority.rootPem))).toBe(true);
  const days = (Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)) / 86_400_000;
  expect(days).toBeLessThanOrEqual(398);
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-authority-"));
  try {
    writeFileSync(join(dir, "root.pem"), authority.rootPem);
    writeFileSync(join(dir, "leaf.pem"), certificatePem);
    const args = ["verify", "-x509_strict", "-CAfile", join(dir, "root.pem"), join(dir, "leaf.pem")];
    expect(execFileSync("openssl", args).toString()).toContain(": OK");
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("a name has one certificate as long as it is kept, and an address gets its own kind of name", async () => {
  const authority = await openAuthority(await makeRoot());
  expect(await authority.leaf("a.example")).toBe(await authority.leaf("a.example"));
  const byAddress = new X509Certificate((await authority.leaf("127.0.0.1")).certificatePem);
  expect(byAddress.checkIP("127.0.0.1")).toBe("127.0.0.1");
});
