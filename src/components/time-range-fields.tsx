import { useId } from "react";
import { Input } from "#ui/input.tsx";
import { localTime, timeOf, TIMES, type TimeRange, wrongIn } from "./time-range.ts";

type Props = {
  range: TimeRange;
  /** A time of RFC 3339; null for none. */
  onChange: (name: keyof TimeRange, time: string | null) => void;
};

const LABELS = { since: "From", until: "Until" };

/** Narrows a list to a time, in the reader's own zone. An invalid one, as a link may bring it, is said and stays. */
export function TimeRangeFields({ range, onChange }: Props) {
  const faultId = useId();
  const at = wrongIn(range);
  return (
    <>
      <span className="flex min-w-0 flex-wrap gap-2">
        {TIMES.map((name) => (
          <label key={name} className="inline-flex min-w-0 items-center gap-1.5 text-xs text-content-muted">
            {LABELS[name]}
            <Input
              type="datetime-local"
              fieldSize="sm"
              className="w-auto text-xs"
              value={localTime(range[name])}
              {...(name === at && { "aria-invalid": true, "aria-describedby": faultId })}
              onChange={({ currentTarget }) => onChange(name, timeOf(currentTarget.value))}
            />
          </label>
        ))}
      </span>
      {at === undefined ? null : (
        <span id={faultId} className="min-w-0 text-xs wrap-anywhere text-danger">
          {localTime(range[at])
            ? "Until is before From."
            : `Invalid time “${range[at]}”. Example: 2026-11-22T10:30:00Z`}
        </span>
      )}
    </>
  );
}
