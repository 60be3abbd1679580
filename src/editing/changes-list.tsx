import { Fragment } from "react";
import { RefLookup, RefName } from "#components/ref-link-lookup.tsx";
import { kindOf } from "#resources/ref-target.ts";
import type { Change } from "#forms/diff.ts";
import type { FormDefinition } from "./form-definition.ts";
import { entriesApart } from "./entries-apart.ts";
import { labelOf, wordsApart } from "./value-text.ts";

/** What changes beside the fields, in words. */
export type Also = { label: string; from: string; to: string };

/** Old and new of each field that differs, in words. */
export function ChangesList({
  definition,
  changes,
  also = [],
  past = false,
}: {
  definition: Pick<FormDefinition, "fields" | "secrets">;
  changes: readonly Change[];
  /** It has happened: what came is told as it became, what went not at all. */
  past?: boolean;
  /** What changes beside the fields. */
  also?: readonly Also[];
}) {
  if (changes.length + also.length === 0)
    return <p className="px-4 py-2 text-content-muted">What you change is listed here.</p>;
  return (
    <ul>
      {changes.flatMap(split).map(({ path, from, to, isPart }) => {
        const [was = "", willBe = ""] = wordsApart(definition, path, [from, to]);
        return (
          <li key={JSON.stringify(path)} className="border-b border-line px-4 py-2 last:border-0">
            <strong>{labelOf(definition, path)}</strong>
            {from === undefined ? null : (
              <Line sign="−" tone="text-danger" name={isPart ? "removed" : "was"} text={was} />
            )}
            {(past || isPart) && to === undefined ? null : (
              <Line
                sign="+"
                tone="text-ok"
                name={isPart ? "added" : past ? "became" : "will be"}
                text={to === undefined ? "not set" : willBe}
              />
            )}
          </li>
        );
      })}
      {also.map(({ label, from, to }) => (
        <li key={label} className="border-b border-line px-4 py-2 last:border-0">
          <strong>{label}</strong>
          <Line sign="−" tone="text-danger" name="was" text={from} />
          <Line sign="+" tone="text-ok" name="will be" text={to} />
        </li>
      ))}
    </ul>
  );
}

/** `isPart` = of a list, the entries that left it and those that came. */
export type Shown = Change & { isPart?: boolean };

/** Of a list only the entries that differ, and what does of those that stay. */
export function split(change: Change): Shown[] {
  const apart = entriesApart(change);
  if (!apart) return [change];
  const { gone, come, changes } = apart;
  const part = {
    path: change.path,
    from: gone.length > 0 ? gone : undefined,
    to: come.length > 0 ? come : undefined,
    isPart: true,
  };
  return [...(gone.length + come.length > 0 ? [part] : []), ...changes.flatMap(split)];
}

const ID = /^[a-z]+_[0-9A-Za-z]{8,}$/;

/** IDs, as their field shows them: by the names of what they point at, `plain` where links would be in the way. */
export function Named({ text, plain = false }: { text: string; plain?: boolean }) {
  const ids = text.split(/\n|, /);
  if (!ids.every((id) => ID.test(id) && kindOf(id) !== null)) return text;
  if (plain)
    return ids.map((id, index) => (
      <Fragment key={id}>
        {index > 0 ? ", " : null}
        <RefName id={id} />
      </Fragment>
    ));
  return (
    <ul className="leading-6">
      {ids.map((id) => (
        <li key={id}>
          <RefLookup reference={{ id }} withId={false} />
        </li>
      ))}
    </ul>
  );
}

/** A line of what left or came; `name` says to who hears it which. */
export function Line(props: { sign: string; tone: string; name: string; text: string; plain?: boolean }) {
  const { sign, tone, name, text, plain = false } = props;
  return (
    <div className="flex gap-1.5 text-xs items-baseline">
      <span aria-hidden="true" className={`flex-none font-mono ${tone}`}>
        {sign}
      </span>{" "}
      <span className="min-w-0 wrap-anywhere whitespace-pre-line">
        <span className="sr-only">{name} </span>
        <Named text={text} plain={plain} />
      </span>
    </div>
  );
}
