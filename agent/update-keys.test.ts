import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newSigningKey, signRelease, updateKeyOf } from "./signature.ts";
import { selfUpdate } from "./self-update.ts";
import { createUpdateKeys } from "./update-keys.ts";

const signing = newSigningKey();
const [A, B] = [updateKeyOf(signing), updateKeyOf(newSigningKey())];
let folder: string;
let faults: unknown[];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "gatehouse-keys-")), "state");
  faults = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keys = (url = "ws://one.example/agent", given?: string) =>
  createUpdateKeys({ given, folder, url, onFault: (error) => void faults.push(error) });

test("the first key of a service is kept for its owner alone, and never changed", () => {
  const first = keys();
  expect(first.current()).toBeUndefined();
  first.offered(undefined);
  first.offered(A);
  first.offered(B);
  expect(first.current()).toBe(A);
  const again = keys();
  again.offered(B);
  expect(again.current()).toBe(A);
  const other = keys("wss://two.example/agent");
  other.offered(B);
  expect([other.current(), keys().current()]).toEqual([B, A]);
  expect(statSync(join(folder, "update-keys.json")).mode & 0o777).toBe(0o600);
  expect(faults).toEqual([]);
});

test("one that is given counts alone, and nothing is kept", () => {
  const given = keys(undefined, A);
  given.offered(B);
  expect(given.current()).toBe(A);
  expect(() => statSync(folder)).toThrow("ENOENT");
});

test("a file that can't be read is not replaced: no key is better than any key", () => {
  keys().offered(A);
  const file = join(folder, "update-keys.json");
  writeFileSync(file, "{");
  const spoilt = keys();
  spoilt.offered(B);
  expect(spoilt.current()).toBeUndefined();
  expect(readFileSync(file, "utf8")).toBe("{");
  expect(faults.length).toBeGreaterThan(0);
  chmodSync(file, 0o600);
});

test("a service that offers what is older, of another major or not signed gets the reason", () => {
  const offer = (version: string, key = signing) =>
    signRelease(Buffer.from("x"), { version, notes: "" }, key);
  const of = (given?: string) => {
    const common = { version: "1.1.0", file: "x.mjs", url: "ws://x/agent", authtoken: "t" };
    return selfUpdate({ ...common, keys: keys(undefined, given) }).available;
  };
  const available = of(A);
  expect(available(undefined)).toBeNull();
  expect(available(offer("1.1.0"))).toBeNull();
  expect(available(offer("1.2.0"))).toBe("1.2.0");
  expect(() => available(offer("1.0.9"))).toThrow(/offers 1\.0\.9\. This agent runs 1\.1\.0/);
  expect(() => available(offer("2.0.0"))).toThrow(/only updates to newer versions of its major/);
  expect(() => available(offer("1.2.0", newSigningKey()))).toThrow(/not signed with the update key/);
  expect(() => of()(offer("1.2.0"))).toThrow(/has no update key/);
});
