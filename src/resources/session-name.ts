import type { TunnelSession } from "#contract/tunnel-session.ts";

const SHORT = 40;

function fromJson(text: string): string | null | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { name, host } = value as Record<string, unknown>;
  for (const candidate of [name, host]) {
    if (typeof candidate === "string" && candidate.trim() !== "") return candidate.trim();
  }
  return null;
}

/** Display name of a session: `name` or `host` of metadata that is a JSON object, a short metadata text itself, else the id (decisions/look/session-names.md). */
export function sessionName({ id, metadata }: Pick<TunnelSession, "id" | "metadata">): string {
  const text = metadata?.trim() ?? "";
  if (text === "") return id;
  const named = fromJson(text);
  if (named !== undefined) return named ?? id;
  return text.length <= SHORT && !/[\n\r]/.test(text) ? text : id;
}
