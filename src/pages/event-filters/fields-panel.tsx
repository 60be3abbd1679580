import { useState } from "react";
import { FILTER_KINDS } from "#filters/kinds.ts";
import { Button } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Checkbox } from "#ui/input.tsx";
import { Panel } from "#ui/panel.tsx";

type Props = {
  kind: string;
  /** Fields to keep; null = all. */
  fields: readonly string[] | null;
  onChange: (fields: readonly string[] | null) => void;
};

/** Which fields are kept of an event that passes. */
export function FieldsPanel({ kind, fields, onChange }: Props) {
  const all = Object.keys(FILTER_KINDS[kind] ?? {}).toSorted();
  const [open, setOpen] = useState(false);
  const kept = fields ?? all;
  const toggle = (name: string, isKept: boolean) => {
    const next = all.filter((one) => (one === name ? isKept : kept.includes(one)));
    onChange(next.length === all.length ? null : next);
  };
  return (
    <Panel
      title="Fields to keep"
      count={fields === null ? "All" : `${formatCount(kept.length)} of ${formatCount(all.length)}`}
      actions={
        <>
          <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
            All
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onChange([])}>
            None
          </Button>
        </>
      }
    >
      <details className="p-4" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="w-fit leading-6">Choose fields</summary>
        <ul className="m-0 grid max-h-72 gap-x-4 overflow-y-auto pt-2">
          {(open ? all : []).map((name) => (
            <li key={name} className="flex min-h-6 items-center">
              <Checkbox
                label={<span className="font-mono text-xs wrap-anywhere">{name}</span>}
                checked={kept.includes(name)}
                onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}
