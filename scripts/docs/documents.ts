import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const read = (file: string) => readFileSync(join(root, file), "utf8");
export const exists = (file: string) => existsSync(join(root, file));

/** Files of the repository by the pattern of git, also those that are not committed yet. */
export function tracked(...patterns: string[]): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return listed.filter((file) => file !== "" && exists(file));
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchors(markdown: string): Set<string> {
  const headings = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, heading = ""]) => anchorOf(heading)));
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Why `file#anchor` leads nowhere, with `folders` tried in turn; null when it does not. */
export function unresolved(target: string, folders: readonly string[]): string | null {
  const [path = "", anchor] = target.split("#");
  const file = folders.map((folder) => normalize(join(folder, path))).find(exists);
  if (file === undefined) return `${target}: no such file`;
  if (anchor === undefined || anchors(read(file)).has(anchor)) return null;
  return `${target}: ${file} has no such heading`;
}

/** docs/decisions/README.md: every decision, by what it decides. */
export function decisionsIndex(): string {
  const folder = join(root, "docs/decisions");
  const groups = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  const sections = groups.map(({ name }) => {
    const files = readdirSync(join(folder, name)).toSorted();
    const rows = files.map((file) => {
      const [title = "", , date = ""] = read(`docs/decisions/${name}/${file}`).split("\n");
      return `- [${title.replace("# ", "")}](${name}/${file}), ${date.replace("Date: ", "")}`;
    });
    return [`## ${name}`, "", ...rows, ""].join("\n");
  });
  return [
    "# Decisions",
    "",
    "One file each, by what it decides: the decision, its date, why, and what it replaced. A newer one that replaces it takes its place.",
    "",
    "<!-- Written by `npm run docs` from the files beside it. -->",
    "",
    ...sections.toSorted(),
  ].join("\n");
}
