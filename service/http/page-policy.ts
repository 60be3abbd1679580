import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Where the build writes what index.html holds of scripts and styles, as their hashes. */
export const INLINE_FILE = ".vite/inline.json";

type Inline = { script: readonly string[]; style: readonly string[] };

const NOTHING: Inline = { script: [], style: [] };

/** The hashes of the scripts and styles inside a page, as a policy names them. */
export function inlineOf(html: string): Inline {
  const found = [...html.matchAll(/<(script|style)(?: type="module")?>([\s\S]*?)<\/\1>/g)];
  const hashesOf = (tag: string) =>
    found
      .filter(([, name]) => name === tag)
      .map(([, , text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return { script: hashesOf("script"), style: hashesOf("style") };
}

/** The policy of a page: its own files and its own service, nothing evaluated, no frames; of what is inline, only this. */
export function pagePolicy({ script, style }: Inline = NOTHING): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(" "),
    ["style-src 'self'", ...style].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The policy of the page that was built into a folder. */
export async function builtPolicy(dir: string): Promise<string> {
  const text = await readFile(join(dir, INLINE_FILE), "utf8").catch(() => null);
  return pagePolicy(text === null ? NOTHING : (JSON.parse(text) as Inline));
}
