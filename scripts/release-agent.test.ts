// Law: a release is published once, whole, never below another one, and nobody but its owner has its key
// (docs/decisions/agents/releases.md).
import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSigned } from "#agent/signature.ts";
import { AGENT_BUNDLE, KEY_FILE, MANIFEST, Release } from "#contract/agent-release.ts";

const run = promisify(execFile);
let dir: string;
const script = (...flags: string[]) =>
  run(process.execPath, ["scripts/release-agent.mjs", ...where(), ...flags]);
const where = () => [
  "--key",
  join(dir, "key"),
  "--releases",
  join(dir, "releases"),
  "--out",
  join(dir, "package"),
];

const refusalOf = async (...flags: string[]) =>
  (await script(...flags).catch((error: unknown) => error)) as { code: number; stderr: string };

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-release-"));
  await script("--version", "1.1.0", "--notes", "Reconnects faster.");
});
afterAll(() => rmSync(dir, { recursive: true }));

test("the manifest is signed with a key that was created for its owner alone", () => {
  const read = (...path: string[]) => readFileSync(join(dir, "releases", ...path), "utf8");
  const release = Release.parse(JSON.parse(read("1.1.0", MANIFEST)));
  expect(release).toMatchObject({ version: "1.1.0", notes: "Reconnects faster." });
  expect(release.size).toBe(statSync(join(dir, "releases/1.1.0", AGENT_BUNDLE)).size);
  expect(isSigned(release, read(KEY_FILE).trim())).toBe(true);
  expect(statSync(join(dir, "key")).mode & 0o777).toBe(0o600);
});

test("the agent runs on Node alone, and is a package", async () => {
  const { stdout: help } = await run(process.execPath, [join(dir, "package", AGENT_BUNDLE), "--help"], {
    cwd: dir,
  });
  expect(help).toContain("--update-key");
  // Cause: only an agent that was started said its version. Law: a bundle says which it is.
  const bundle = join(dir, "package", AGENT_BUNDLE);
  expect((await run(process.execPath, [bundle, "--version"], { cwd: dir })).stdout).toBe("1.1.0\n");
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json"], { cwd: join(dir, "package") });
  const [{ files, version }] = JSON.parse(stdout) as [{ files: { path: string }[]; version: string }];
  expect([version, files.map(({ path }) => path).toSorted()]).toEqual([
    "1.1.0",
    [AGENT_BUNDLE, "package.json"],
  ]);
});

// Cause: a key file with anything else in it was a stack trace of the crypto library, with exit code 1. Law: what is wrong with a
// file that was given is said by its name, with what to do, and nothing is published.
test("a key that signs nothing is refused by its name", async () => {
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const pem = other.export({ type: "pkcs8", format: "pem" }).toString();
  for (const [name, content] of [
    ["junk", "junk"],
    ["empty", ""],
    ["other", pem],
  ] as const) {
    const file = join(dir, `${name}.key`);
    writeFileSync(file, content);
    const { code, stderr } = await refusalOf("--version", "1.2.0", "--key", file);
    expect([code, stderr.trim().split("\n").length]).toEqual([2, 1]);
    expect(stderr).toContain(`${file} is not an Ed25519 private key in PEM. Restore it`);
    expect(stderr).not.toContain("BEGIN");
  }
  const { code, stderr } = await refusalOf("--version", "1.2.0", "--key", dir);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`The key ${dir} can’t be read (EISDIR).`)]);
  expect(existsSync(join(dir, "releases/1.2.0"))).toBe(false);
});

test("what can't be a release is refused", async () => {
  const refused = async (...flags: string[]) => {
    const { code, stderr } = await refusalOf(...flags);
    expect(code).toBe(2);
    return stderr;
  };
  await Promise.all([
    expect(refused("--version", "1.1.0")).resolves.toMatch(/has 1\.1\.0 already/),
    expect(refused("--version", "1.0.5")).resolves.toMatch(/has 1\.1\.0 already/),
    expect(refused("--version", "1.2")).resolves.toMatch(/--version must be like 1\.2\.0/),
    expect(refused("--version", "1.2.0", "--key", join(dir, "releases/key"))).resolves.toMatch(/outside/),
  ]);
});
