import { useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Input } from "#ui/input.tsx";
import { lazyPart } from "#ui/lazy-export.ts";

const FieldList = lazyPart(() => import("./field-list.tsx"), "FieldList");

const FILTER_MAX = 2000;
const EXAMPLE = "ev.http.response.status_code >= 500";

type Props = {
  value: string;
  /** Why the service does not take it. */
  fault: string | null;
  onApply: (filter: string) => void;
};

/** A filter in CEL, applied on Enter. What was typed stays until it is applied or cleared. */
export function CelField({ value, fault, onApply }: Props) {
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  const [open, setOpen] = useState(false);
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
      <details
        className="text-xs text-content-muted"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="w-fit leading-6">Fields for filters</summary>
        {open ? <FieldList onChoose={(name) => set(text === "" ? name : `${text} ${name}`)} /> : null}
      </details>
    </form>
  );
}
