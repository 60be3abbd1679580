import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const read = (file: string) => readFileSync(join(root, file), "utf8");
export const exists = (file: string) => existsSync(join(root, file));

/** Files of the repository by the pattern of git, also those that are not committed yet. */
export function tracked(...patterns: string[]): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return listed.filter((file) => file !== "" && exists(file));
}
