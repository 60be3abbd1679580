import { useState } from "react";
import { FILTER_KINDS } from "#filters/kinds.ts";
import { Button } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Checkbox } from "#ui/input.tsx";
import { Panel } from "#ui/panel.tsx";

type Props = {
  kind: string;
  /** Fields to keep; none = all. */
  fields: readonly string[];
  onChange: (fields: readonly string[]) => void;
};

/** Which fields are kept of an event that passes. */
export function FieldsPanel({ kind, fields, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const all = Object.keys(FILTER_KINDS[kind] ?? {}).toSorted();
  const toggle = (name: string, isKept: boolean) =>
    onChange(all.filter((one) => (one === name ? isKept : fields.includes(one))));
  return (
    <Panel
      title="Fields to keep"
      count={fields.length === 0 ? "All" : `${formatCount(fields.length)} of ${formatCount(all.length)}`}
      actions={
        fields.length === 0 ? null : (
          <Button size="sm" variant="ghost" onClick={() => onChange([])}>
            Keep all
          </Button>
        )
      }
      footer={fields.length === 0 ? "Choose none to keep all." : undefined}
    >
      <details className="p-4" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="w-fit leading-6">Choose fields</summary>
        <ul className="m-0 grid max-h-72 gap-x-4 overflow-y-auto pt-2">
          {(open ? all : []).map((name) => (
            <li key={name} className="flex min-h-6 items-center">
              <Checkbox
                label={<span className="font-mono text-xs wrap-anywhere">{name}</span>}
                checked={fields.includes(name)}
                onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}
