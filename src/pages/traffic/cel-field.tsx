import { useId, useState } from "react";
import { HTTP_FIELDS, TCP_FIELDS } from "#contract/traffic/fields.ts";
import { OWN_FIELDS } from "#contract/traffic/own-fields.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Input } from "#ui/input.tsx";

const FILTER_MAX = 2000;
const EXAMPLE = 'ev.http.response.status_code >= 500 && ev.http.request.method == "post"';

type Props = {
  value: string;
  /** Why the service does not take it. */
  fault: string | null;
  onApply: (filter: string) => void;
};

/** A filter in CEL, applied on Enter. What was typed stays until it is applied or cleared. */
export function CelField({ value, fault, onApply }: Props) {
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  const id = useId();
  // A filter that came with a link, or by going back, replaces what was typed over another one.
  const text = typed?.over === value ? typed.text : value;
  const set = (next: string) => setTyped({ text: next, over: value });
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
    >
      <div className="flex gap-2">
        <span className="min-w-0 flex-1">
          <Input
            mono
            fieldSize="sm"
            aria-label="Filter in CEL"
            aria-invalid={fault !== null}
            aria-describedby={fault === null ? undefined : id}
            placeholder={EXAMPLE}
            maxLength={FILTER_MAX}
            value={text}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        </span>
        {text.trim() === value ? null : (
          <Button type="submit" size="sm" variant="primary">
            Apply
          </Button>
        )}
        {value === "" ? null : (
          <Button
            size="sm"
            onClick={() => {
              setTyped(null);
              onApply("");
            }}
          >
            Clear
          </Button>
        )}
      </div>
      {fault === null ? null : (
        <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-danger">
          <Icon name="bad" size={12} className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">{fault}</span>
        </p>
      )}
      <details className="text-xs text-content-muted">
        <summary className="w-fit leading-6">Fields for filters</summary>
        <FieldList onChoose={(name) => set(text === "" ? name : `${text} ${name}`)} />
      </details>
    </form>
  );
}

const FIELDS = Object.entries({
  ...HTTP_FIELDS,
  ...TCP_FIELDS,
  ...Object.fromEntries(Object.entries(OWN_FIELDS).map(([name, facts]) => [`gatehouse.${name}`, facts])),
}).toSorted(([a], [b]) => a.localeCompare(b));

/** Every field, with what it says; a click adds it to the filter. */
function FieldList({ onChoose }: { onChoose: (name: string) => void }) {
  return (
    <ul className="grid max-h-64 gap-x-5 overflow-y-auto rounded-md border border-line bg-surface-raised p-2 lg:grid-cols-2">
      {FIELDS.map(([name, { about }]) => (
        <li key={name} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <button
            type="button"
            className="link-quiet min-h-6 font-mono wrap-anywhere"
            onClick={() => onChoose(`ev.${name}`)}
          >
            ev.{name}
          </button>
          <span>{about}</span>
        </li>
      ))}
    </ul>
  );
}
