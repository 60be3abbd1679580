import { useId, useState } from "react";
import { Input } from "#ui/input.tsx";
import { shareOf, shareText } from "./share.ts";

type Props = {
  /** What the kind is called. */
  label: string;
  /** From above 0 to 1. */
  value: number | string;
  onChange: (share: number | string) => void;
};

/** How many of the events that pass are sent, in percent. What is typed and is no share stays a text. */
export function ShareField({ label, value, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(shareText(value));
  // What came from elsewhere, by a discard or an undo, takes the place of what was typed.
  const text = shareOf(typed) === value ? typed : shareText(value);
  const isWrong = typeof value === "string";
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-sm">
        Share of events
      </label>
      <span className="flex items-center gap-2">
        <span className="w-24">
          <Input
            id={id}
            fieldSize="sm"
            inputMode="decimal"
            aria-label={`Share of ${label} in percent`}
            aria-invalid={isWrong}
            aria-describedby={`${id}-hint`}
            value={text}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              onChange(shareOf(currentTarget.value));
            }}
          />
        </span>
        %
      </span>
      <p id={`${id}-hint`} className={isWrong ? "text-xs text-danger" : "text-xs text-content-muted"}>
        {isWrong ? "Enter a number above 0, up to 100. Example: 10" : "Of the events that pass the filter"}
      </p>
    </div>
  );
}
