// npm run release:agent -- --version X: builds the agent as a package in dist/agent and publishes it, signed, in a folder of releases.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build, runnerImport } from "vite";
import { root } from "./build-stale.mjs";

const USAGE = `Usage: npm run release:agent -- --version X.Y.Z [flags]

  --releases DIR    folder of releases, which the service gets as --releases (releases)
  --key FILE        private key that signs them, created if missing, outside DIR (agent-release.key)
  --notes TEXT      release notes, shown before an update
  --notes-file FILE release notes from a file
  --out DIR         the package, for npm pack (dist/agent)`;

/** @param {string} problem @returns {never} */
function refuse(problem) {
  console.error(problem);
  process.exit(2);
}

/** @returns {{ version?: string, releases: string, key: string, notes?: string, "notes-file"?: string, out: string, help?: boolean }} */
function readFlags() {
  try {
    const text = { type: /** @type {const} */ ("string") };
    const { values } = parseArgs({
      options: {
        version: text,
        releases: { ...text, default: "releases" },
        key: { ...text, default: "agent-release.key" },
        notes: text,
        "notes-file": text,
        out: { ...text, default: join(root, "dist/agent") },
        help: { type: "boolean" },
      },
    });
    return values;
  } catch (error) {
    return refuse(
      `${
        String(error)
          .replace(/^\w+: /, "")
          .split(/\.\s/)[0]
      }. Use --help.`,
    );
  }
}

/** @template T @param {string} file @returns {Promise<T>} */
async function load(file) {
  const { module } = await runnerImport(join(root, file), { configFile: false, logLevel: "error" });
  return /** @type {T} */ (module);
}

/** The private key, created where there is none yet. @param {string} file @param {() => string} create */
function signingKey(file, create) {
  try {
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, create(), { mode: 0o600, flag: "wx" });
      console.log(`Created ${file}. Keep it secret and safe: agents accept only what it signs.`);
    }
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return refuse(`The key ${file} can’t be read (${code}). Give the file of the private key with --key.`);
  }
}

/** Its public key. @param {string} file @param {() => string} read */
function publicKeyOf(file, read) {
  try {
    return read();
  } catch {
    return refuse(
      `${file} is not an Ed25519 private key in PEM. Restore it from your backup, or move it away to create a new one: agents must then be started with the new --update-key.`,
    );
  }
}

const flags = readFlags();
if (flags.help) {
  console.log(USAGE);
  process.exit(0);
}
const { version = "" } = flags;
/** @type {typeof import("../src/contract/agent-release.ts")} */
const contract = await load("src/contract/agent-release.ts");
/** @type {typeof import("../agent/signature.ts")} */
const signature = await load("agent/signature.ts");
if (!contract.ReleaseVersion.safeParse(version).success) refuse(`--version must be like 1.2.0.\n\n${USAGE}`);
if (flags.notes !== undefined && flags["notes-file"] !== undefined)
  refuse("Use either --notes or --notes-file, not both.");
const folder = resolve(flags.releases);
const keyFile = resolve(flags.key);
if (!relative(folder, keyFile).startsWith("..")) refuse("--key must be outside the folder of --releases.");
mkdirSync(folder, { recursive: true });
const major = Number(version.split(".")[0]);
const newer = readdirSync(folder).find(
  (name) =>
    contract.ReleaseVersion.safeParse(name).success &&
    Number(name.split(".")[0]) === major &&
    !contract.mayBecome(name, version),
);
if (newer !== undefined)
  refuse(`${folder} has ${newer} already. No agent would update to ${version}: choose a higher version.`);
const notes = (flags["notes-file"] ? readFileSync(flags["notes-file"], "utf8") : (flags.notes ?? "")).trim();

// Before the build: whoever has no key need not wait for it.
const privateKey = signingKey(keyFile, signature.newSigningKey);
const updateKey = publicKeyOf(keyFile, () => signature.updateKeyOf(privateKey));
const out = resolve(flags.out);
process.env["AGENT_VERSION"] = version;
process.env["AGENT_OUT"] = out;
await build({ configFile: join(root, "vite.agent.config.ts"), root, logLevel: "error" });
const bundleFile = join(out, contract.AGENT_BUNDLE);
chmodSync(bundleFile, 0o755);
const about = {
  name: "gatehouse-agent",
  version,
  description: "Agent of Gatehouse: carries the traffic of its tunnels to the apps on its machine",
  type: "module",
  bin: { "gatehouse-agent": contract.AGENT_BUNDLE },
  files: [contract.AGENT_BUNDLE],
  engines: { node: ">=20.19" },
};
writeFileSync(join(out, "package.json"), `${JSON.stringify(about, null, 2)}\n`);

const bundle = readFileSync(bundleFile);
const release = signature.signRelease(bundle, { version, notes }, privateKey);
const { issues } = contract.Release.safeParse(release).error ?? {};
if (issues) refuse(`The release can’t be published: ${issues[0]?.path.join(".")} ${issues[0]?.message}.`);
// Whole or not at all: who reads the folder meanwhile sees no half of it.
const building = join(folder, `.${version}`);
rmSync(building, { recursive: true, force: true });
mkdirSync(building);
writeFileSync(join(building, contract.AGENT_BUNDLE), bundle);
writeFileSync(join(building, contract.MANIFEST), `${JSON.stringify(release, null, 2)}\n`);
writeFileSync(join(folder, contract.KEY_FILE), `${updateKey}\n`);
renameSync(building, join(folder, version));
console.log(`Published ${version} in ${folder}, ${bundle.length} bytes.`);
console.log(`Update key: ${updateKey}`);
