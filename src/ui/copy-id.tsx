import { cx } from "./cx.ts";
import { shortenId } from "./format.ts";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

/** An id: monospace, shortened in the middle; a click copies the whole id and says so. */
export function CopyId({ id }: { id: string }) {
  const { state, copy } = useCopy();
  return (
    <span className="inline-flex items-center align-middle font-mono text-xs leading-5">
      <button
        type="button"
        title={`Copy ${id}`}
        aria-label={`Copy ${id}`}
        onClick={(event) => {
          event.stopPropagation();
          copy(id);
        }}
        className="inline-flex min-h-6 items-center gap-1 rounded-sm whitespace-nowrap text-content-muted hover:text-content"
      >
        {shortenId(id)}
        <Icon
          name={state === "copied" ? "check" : state === "failed" ? "warn" : "copy"}
          size={12}
          // A list would be full of them: there the row that is looked at has one.
          className={cx(
            state === "copied" ? "text-ok" : "text-content-faint",
            state === "idle" && "md:in-[tr:not(:hover,:focus-within)]:invisible",
          )}
        />
      </button>
      <output className={state === "failed" ? "ml-1" : "sr-only"}>
        {state === "copied" ? `Copied ${id}` : state === "failed" ? "Copy failed" : ""}
      </output>
    </span>
  );
}
