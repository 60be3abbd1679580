import { useEffect, useEffectEvent, useId, useState } from "react";
import { FilterEditor } from "#filters/filter-editor.tsx";
import { ShareField } from "#filters/share-field.tsx";
import { SourceTrial } from "#filters/source-trial.tsx";
import { Button } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Checkbox, Input } from "#ui/input.tsx";
import { fieldGroups } from "./field-groups.ts";
import type { Source } from "./subscription-form.ts";
import { useFilterFault } from "./use-filter-fault.ts";

type Props = {
  /** What the kind is called. */
  label: string;
  source: Source;
  onChange: (source: Source) => void;
  /** Told why its filter can’t be used, or null. */
  onFault: (fault: string | null) => void;
};

/** What is sent of a kind of traffic: which fields, of which events, how many of those. */
export function SourceChoices({ label, source, onChange, onFault }: Props) {
  const { type, fields = [], filter = "", sample = 1 } = source;
  const fault = useFilterFault(type, filter);
  const told = fault === null ? null : `The filter ${fault.message}`;
  const tell = useEffectEvent(onFault);
  useEffect(() => tell(told), [told]);
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3 rounded-md border border-line p-3">
      <h2 id={id} className="text-sm">
        {label}: what is sent
      </h2>
      <div className="grid min-w-0 gap-1">
        <span className="text-sm">Filter</span>
        <FilterEditor
          kind={type}
          value={filter}
          onChange={(text) => onChange({ ...source, filter: text })}
          fault={fault}
          label={`Filter for ${label}`}
          hint="Empty sends all events"
        />
      </div>
      <ShareField label={label} value={sample} onChange={(next) => onChange({ ...source, sample: next })} />
      <KeptFields
        type={type}
        label={label}
        fields={fields}
        onChange={(next) => onChange({ ...source, fields: next })}
      />
      <SourceTrial
        kind={type}
        filter={filter}
        fields={fields}
        sample={sample}
        onWorkedOut={(use) =>
          onChange({ ...source, filter: use.filter, sample: use.sample, fields: [...use.fields] })
        }
      />
    </section>
  );
}

type FieldsProps = {
  type: string;
  label: string;
  fields: readonly string[];
  onChange: (fields: string[]) => void;
};

/** Which fields are sent; none chosen = all. */
function KeptFields({ type, label, fields, onChange }: FieldsProps) {
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState(fields.length > 0);
  const groups = fieldGroups(type);
  const all = groups.flatMap(({ names }) => names);
  const toggle = (name: string, isKept: boolean) =>
    onChange(all.filter((one) => (one === name ? isKept : fields.includes(one))));
  const wanted = search.trim().toLowerCase();
  return (
    <div className="grid min-w-0 gap-2">
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-sm">Fields</span>
        <span className="text-xs text-content-muted">
          {fields.length === 0 ? "All" : `${formatCount(fields.length)} of ${formatCount(all.length)}`}
        </span>
        <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide fields" : "Choose fields"}
        </Button>
        {fields.length > 0 ? (
          <Button size="sm" onClick={() => onChange([])}>
            Send all fields
          </Button>
        ) : null}
      </span>
      {open ? (
        <>
          <div className="max-w-90">
            <Input
              type="search"
              fieldSize="sm"
              aria-label={`Search fields of ${label}`}
              placeholder="Search fields"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          </div>
          <div className="grid max-h-72 min-w-0 gap-3 overflow-y-auto">
            {groups.map(({ head, names }) => {
              const found = names.filter((name) => name.includes(wanted));
              if (found.length === 0) return null;
              return (
                <fieldset key={head} className="grid min-w-0 gap-1">
                  <legend className="font-mono text-xs text-content-muted">{head}</legend>
                  {found.map((name) => (
                    <Checkbox
                      key={name}
                      label={<span className="font-mono text-xs wrap-anywhere">{name}</span>}
                      checked={fields.includes(name)}
                      onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
                    />
                  ))}
                </fieldset>
              );
            })}
          </div>
          <p className="text-xs text-content-muted">
            {fields.length === 0 ? "All are sent until you choose some. " : ""}The event’s ID, type, time and
            account are always sent.
          </p>
        </>
      ) : null}
    </div>
  );
}
