import { useKeyUse } from "#resources/key-uses.ts";
import { RelativeTime, useTimed } from "#ui/time.tsx";

/** The row that says when a key was last used; none where the service does not say. */
export function useLastUseRow(id: string, label = "Last used") {
  const at = useKeyUse(id);
  return at === undefined ? [] : [{ label, value: <LastUse at={at} /> }];
}

/** When a key was last used; null = no use of it is recorded. */
export function LastUse({ at }: { at: string | null }) {
  return at === null ? "No use recorded" : <Used at={at} />;
}

/** A use is known to the minute, and read some seconds later (decisions/api/key-uses.md); in milliseconds. */
const JUST_MS = 90_000;

function Used({ at }: { at: string }) {
  const isJust = useTimed((now) => now - Date.parse(at) < JUST_MS);
  return isJust ? "just now" : <RelativeTime at={at} />;
}
