import type { CheckedForm } from "#editing/use-checked-form.ts";
import { counted, plural } from "#ui/format.ts";
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

/** What a draft is, over its save button. */
export function titleOf({ base, text }: Pick<CheckedForm, "base" | "text">, count: number): string {
  if (text !== null) return "Unfinished JSON";
  if (base === null) return "New module";
  return count === 0 ? "Nothing changed" : counted(count, "change");
}
