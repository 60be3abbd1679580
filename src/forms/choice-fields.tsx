import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { cx } from "#ui/cx.ts";
import { Checkbox } from "#ui/input.tsx";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { useField, type FieldControl } from "./use-field.ts";

/** One of the values a field may have. */
/** `also` is searched too, and not shown. */
export type Choice = { value: string; label: string; detail?: string; also?: string };

type ChoiceProps = FieldText & { name: string; choices: readonly Choice[] };

const SELECT =
  "h-control w-full max-w-90 rounded-md border border-line-strong bg-surface-raised px-2 text-content focus-visible:-outline-offset-1 focus-visible:rounded-md aria-invalid:border-danger";

/** The choices, with stored values that none of them has first: they are kept, and can be gone back to. */
export function withStored(choices: readonly Choice[], stored: readonly string[]): Choice[] {
  const unknown = [...new Set(stored)].filter(
    (value) => value !== "" && !choices.some((one) => one.value === value),
  );
  return [...unknown.map((value) => ({ value, label: value, detail: "unknown" })), ...choices];
}

/**
 * One of some: cards for up to six, else a list. `byDefault` adds "nothing chosen" in those words. A stored value that is
 * none of the choices is kept as a choice of its own.
 */
export function ChoiceField({
  choices,
  byDefault,
  look = choices.length <= 6 ? "cards" : "list",
  ...row
}: ChoiceProps & { byDefault?: string; look?: "cards" | "list" }) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { id, field, aria, initial, text: value } = control;
  const stored = typeof initial === "string" ? [initial, value] : [value];
  const options = [
    ...(byDefault === undefined ? [] : [{ value: "", label: `Default: ${byDefault}` }]),
    ...withStored(choices, stored),
  ];
  if (look === "list") {
    return (
      <FieldRow {...row} control={control} empty="">
        <select {...field} {...aria} value={value} className={SELECT}>
          {value === "" && byDefault === undefined ? <option value="">Choose…</option> : null}
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
              {one.detail ? ` (${one.detail})` : null}
            </option>
          ))}
        </select>
      </FieldRow>
    );
  }
  return (
    <FieldRow {...row} control={control} empty="" group="radiogroup">
      <ChoiceCards name={id} options={options} value={value} field={field} />
    </FieldRow>
  );
}

/** The inputs of a radio group as cards. The chosen one, else the first, takes the focus where `field` has a ref. */
export function ChoiceCards(props: {
  name: string;
  options: readonly Choice[];
  value: string;
  field: Pick<FieldControl["field"], "onChange" | "onBlur"> & { ref?: FieldControl["field"]["ref"] };
}) {
  const { name, options, value, field } = props;
  const focused = Math.max(
    0,
    options.findIndex((one) => one.value === value),
  );
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-2">
      {options.map((one, index) => (
        <label
          key={one.value}
          className={cx(
            "flex min-w-0 cursor-pointer items-start gap-2 rounded-md border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus",
            value === one.value
              ? "border-accent bg-accent-soft"
              : "border-line-control bg-surface-raised hover:bg-surface-hover",
          )}
        >
          <input
            type="radio"
            name={name}
            ref={index === focused ? field.ref : undefined}
            value={one.value}
            checked={value === one.value}
            onChange={() => field.onChange(one.value)}
            onBlur={field.onBlur}
            className="mt-0.5 size-4 flex-none accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">
            {one.label}
            {one.detail ? <span className="block text-xs text-content-muted">{one.detail}</span> : null}
          </span>
        </label>
      ))}
    </div>
  );
}

type Choose = (value: string) => void;

/**
 * Any of some, as checks. What was stored keeps its order, what is added comes after it in the order of the choices; a
 * stored value that is none of the choices is kept as a check of its own. What `renderBelow` shows may add to the choices, chooses what it
 * added, and drops what it took back, also later.
 */
export function ChecksField({
  choices,
  renderBelow,
  ...row
}: ChoiceProps & { renderBelow?: (choose: Choose, drop: Choose) => ReactNode }) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { field, aria, initial } = control;
  const { getValues } = useFormContext();
  const chosen = textsOf(field.value);
  const drop = (value: string) =>
    field.onChange(textsOf(getValues(control.full)).filter((one) => one !== value));
  const options = withStored(choices, [...textsOf(initial), ...chosen]);
  const toggle = (value: string, on: boolean) => {
    field.onChange(on ? withChosen(chosen, value, options) : chosen.filter((one) => one !== value));
  };
  return (
    <FieldRow
      {...row}
      control={control}
      empty={[]}
      group="group"
      below={renderBelow?.((value) => toggle(value, true), drop)}
    >
      <div className="flex flex-wrap gap-x-4 gap-y-2 py-1.5 empty:hidden">
        {options.map((one, index) => (
          <Checkbox
            key={one.value}
            ref={(element) => {
              if (index === 0) field.ref(element);
            }}
            label={one.detail ? `${one.label} (${one.detail})` : one.label}
            checked={chosen.includes(one.value)}
            aria-invalid={aria["aria-invalid"]}
            onChange={(event) => toggle(one.value, event.target.checked)}
            onBlur={field.onBlur}
          />
        ))}
      </div>
    </FieldRow>
  );
}

/** Adds a value where the order of the choices wants it, behind everything that was there before it in that order. */
function withChosen(chosen: readonly string[], value: string, options: readonly Choice[]): string[] {
  const rank = (one: string) => options.findIndex((option) => option.value === one);
  const at = chosen.findIndex((one) => rank(one) > rank(value));
  return at < 0 ? [...chosen, value] : [...chosen.slice(0, at), value, ...chosen.slice(at)];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
