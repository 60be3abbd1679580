// Finds the Postgres that the tests may start: GATEHOUSE_POSTGRES (the folder of its programs), the PATH, Debian's, Homebrew's.
// As a program (CI only, .ci/run) it installs Debian's when there is none.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** Folder of initdb and postgres, or null when this machine has none. */
export function findPostgres() {
  const path = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const named = process.env["GATEHOUSE_POSTGRES"];
  const folders = named ? [named] : [...path, ...versions("/usr/lib/postgresql"), ...homebrew()];
  const found = folders.find((folder) =>
    ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
  );
  // Programs on the PATH may be links; the others lie beside the real ones.
  return found ? dirname(realpathSync(join(found, "postgres"))) : null;
}

/** @param {string} folder */
function versions(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(folder, version, "bin"));
}

function homebrew() {
  return ["/opt/homebrew/opt", "/usr/local/opt"].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.startsWith("postgresql"))
          .map((name) => join(folder, name, "bin"))
      : [],
  );
}

function install() {
  const root = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = [...root, "apt-get", "-o", "DPkg::Lock::Timeout=300", "-y"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "--no-install-recommends", "postgresql"]]) {
    const [command = "", ...rest] = [...apt, ...args];
    spawnSync(command, rest, { stdio: "inherit", env });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (!findPostgres()) install();
  const found = findPostgres();
  if (!found) {
    console.error(
      "No Postgres could be found or installed. Install one, or name its folder in GATEHOUSE_POSTGRES.",
    );
    process.exit(1);
  }
  console.log(`Postgres: ${found}`);
}
