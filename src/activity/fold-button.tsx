import type { ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";
import { burstText, type Burst } from "./bursts.ts";

type Props = { burst: Burst; open: boolean; setOpen: (open: boolean) => void; id: string };

/** A burst as one line: a click shows each, in the list of this `id`. */
export function FoldButton({ burst, open, setOpen, id }: Props): ReactNode {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={() => setOpen(!open)}
      className="flex min-h-6 min-w-0 items-center gap-1 rounded-sm text-left hover:underline"
    >
      <span className="min-w-0 wrap-anywhere">
        <strong>{burst[0].who ?? "You"}</strong> {burstText(burst)}
      </span>
      <Icon name={open ? "down" : "right"} size={12} className="text-content-muted" />
    </button>
  );
}
