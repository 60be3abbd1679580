import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

type Props = { label: string; children: ReactNode; onRemove: () => void };

/** A filter that is on, as a label and what it is set to, with the way to remove it. */
export function FilterChip({ label, children, onRemove }: Props) {
  return (
    <span className="inline-flex h-control-sm max-w-full items-center rounded-md border border-line-control bg-surface-raised pl-2 text-xs">
      <span className="min-w-0 truncate">
        <span className="text-content-muted">{label}</span> {children}
      </span>
      <IconButton icon="x" size="sm" label={`Remove filter ${label}`} onClick={onRemove} />
    </span>
  );
}
