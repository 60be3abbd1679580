import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Where the build writes the patterns of the console’s router, as a JSON list: `["/", "/sessions/:id"]`. */
export const PAGES_FILE = ".vite/pages.json";

/** Whether the console that was built into a folder has a page at a path, as its router compares them. */
export async function isPage(dir: string, path: string): Promise<boolean> {
  if (path === "/") return true;
  const text = await readFile(join(dir, PAGES_FILE), "utf8").catch(() => "[]");
  return (JSON.parse(text) as string[]).some((pattern) => expression(pattern).test(path));
}

function expression(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}/?$`, "i");
}
