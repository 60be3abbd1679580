import { useKeyUse } from "#resources/key-uses.ts";
import { RelativeTime } from "#ui/time.tsx";

/** The row that says when a key was last used; none where the service does not say. */
export function useLastUseRow(id: string) {
  const at = useKeyUse(id);
  return at === undefined ? [] : [{ label: "Last used", value: <LastUse at={at} /> }];
}

/** When a key was last used; null = no use of it is recorded. */
export function LastUse({ at }: { at: string | null }) {
  return at === null ? "No use recorded" : <RelativeTime at={at} />;
}
