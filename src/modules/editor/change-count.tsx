import { plural } from "#ui/format.ts";
import { Pill } from "#ui/status.tsx";

/** How many changes a draft has; nothing for none. */
export function ChangeCount({ count }: { count: number }) {
  return count === 0 ? null : (
    <Pill tone="run">
      {count}
      <span className="sr-only">{plural(count, " change")}</span>
    </Pill>
  );
}
