import { Fragment } from "react";
import { RefLookup, RefName } from "#components/ref-link-lookup.tsx";
import { kindOf } from "#resources/ref-target.ts";
import type { Change } from "#forms/diff.ts";
import type { FormDefinition } from "./form-definition.ts";
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
      {changes.map(({ path, from, to }) => {
        const [was = "", willBe = ""] = wordsApart(definition, path, [from, to]);
        return (
          <li key={JSON.stringify(path)} className="border-b border-line px-4 py-2 last:border-0">
            <strong>{labelOf(definition, path)}</strong>
            {from === undefined ? null : <Line sign="−" tone="text-danger" name="was" text={was} />}
            {past && to === undefined ? null : (
              <Line
                sign="+"
                tone="text-ok"
                name={past ? "became" : "will be"}
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
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <RefLookup reference={{ id }} withId={false} />
        </li>
      ))}
    </ul>
  );
}

function Line({ sign, tone, name, text }: { sign: string; tone: string; name: string; text: string }) {
  return (
    <div className="flex gap-1.5 text-xs">
      <span aria-hidden="true" className={`flex-none font-mono ${tone}`}>
        {sign}
      </span>{" "}
      <span className="min-w-0 wrap-anywhere whitespace-pre-line">
        <span className="sr-only">{name} </span>
        <Named text={text} />
      </span>
    </div>
  );
}
