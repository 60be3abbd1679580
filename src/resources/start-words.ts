import type { TunnelGroupBackend } from "#contract/backend.ts";
import { plural } from "#ui/format.ts";
import { labelText } from "./tunnel-names.ts";

/** What to start so that backends without a tunnel serve again, by their names and labels; null where neither is known. */
export function startWords(dark: readonly TunnelGroupBackend[]): string | null {
  const wanted = dark.flatMap(({ description, labels }) => {
    const text = labelText(labels);
    const named = `the ${plural(Object.keys(labels ?? {}).length, "label")} ${text}`;
    return text === "" ? [] : description ? `“${description}” with ${named}` : named;
  });
  if (wanted.length === 0) return null;
  return `Start ${plural(wanted.length, "an agent", "agents")} for ${wanted.join(" and ")}.`;
}
