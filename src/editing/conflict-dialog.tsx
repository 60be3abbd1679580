import { Fragment, useState } from "react";
import { sameJson, type JsonObject } from "#forms/json.ts";
import type { Choice, Clash, Side } from "#forms/merge.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Dialog } from "#ui/dialog.tsx";
import { capital, counted } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import { Line, Named, type Shown, split } from "./changes-list.tsx";
import { joinedList } from "./entries-apart.ts";
import type { FormDefinition } from "./form-definition.ts";
import { clashKey, settle, type Conflict } from "./save-plan.ts";
import { labelOf, wasOf, withThe, wordsApart } from "./value-text.ts";

type Props = {
  definition: FormDefinition;
  conflict: Conflict;
  saving: boolean;
  onSave: (merged: JsonObject) => void;
  onTakeTheirs: () => void;
  onKeepEditing: () => void;
};

/** Asks about the fields that both sides changed; what merges by itself is only told. Nothing is sent before it is decided. */
export function ConflictDialog(props: Props) {
  const { definition, conflict, saving } = props;
  const [sides, setSides] = useState<ReadonlyMap<string, Choice>>(new Map());
  const decide = (clash: Clash, side: Choice) => setSides(new Map(sides).set(clashKey(clash), side));
  const { theirs, mine, removed, clashes } = conflict;
  const chosen = new Map(clashes.map((clash) => [clashKey(clash), bothOf(clash) ?? "mine"] as const));
  for (const [key, side] of sides) chosen.set(key, side);
  const merged = () => (theirs === null ? mine : settle(conflict, chosen));
  return (
    <Dialog
      width="lg"
      dismissible={!saving}
      onClose={props.onKeepEditing}
      title={
        removed
          ? `${capital(withThe(definition.title))} ${wasOf(definition.title)} removed while you edited`
          : `${capital(withThe(definition.title))} ${wasOf(definition.title)} changed while you edited`
      }
      description="Your changes aren’t saved yet."
      footer={
        <>
          <Button variant="ghost" onClick={props.onTakeTheirs} className="md:mr-auto">
            Use theirs
          </Button>
          <Button onClick={props.onKeepEditing}>Keep editing</Button>
          <Button variant="primary" busy={saving} onClick={() => props.onSave(merged())}>
            {removed ? "Add it again" : "Save merged"}
          </Button>
        </>
      }
    >
      {removed ? <p>Saving adds it again with your values.</p> : null}
      {clashes.length > 0 ? (
        <section className="grid gap-3">
          <h3 className="flex items-center gap-2">
            <Icon name="warn" className="text-warning" />
            {counted(clashes.length, "conflict")}
          </h3>
          {clashes.map((clash) => (
            <ClashChoice
              key={clashKey(clash)}
              definition={definition}
              clash={clash}
              side={chosen.get(clashKey(clash)) ?? "mine"}
              onChoose={(side) => decide(clash, side)}
            />
          ))}
        </section>
      ) : null}
      <Taken definition={definition} conflict={conflict} />
    </Dialog>
  );
}

function ClashChoice(props: {
  definition: FormDefinition;
  clash: Clash;
  side: Choice;
  onChoose: (side: Choice) => void;
}) {
  const { definition, clash } = props;
  const parts = [clash, ...(clash.others ?? [])];
  const words = parts.map(({ path, ...of }) => wordsApart(definition, path, [of.base, of.theirs, of.mine]));
  const [was, theirs, mine] = [0, 1, 2].map((side) => words.map((said) => said[side]).join(", "));
  const label = parts.map(({ path }) => labelOf(definition, path)).join(", ");
  const sides = clash.others ? null : entriesOf(clash);
  const both = sides && bothOf(clash);
  const options = [
    { side: "theirs", label: "Theirs", words: theirs, changes: sides?.theirs },
    { side: "mine", label: "Yours", words: mine, changes: sides?.mine },
    ...(both ? [{ side: both, label: "Both", words: "", changes: sides.both }] : []),
  ] as const;
  return (
    <fieldset className="grid min-w-0 gap-2 md:grid-cols-[10.5rem_minmax(0,1fr)_minmax(0,1fr)]">
      <legend className="sr-only">{label}</legend>
      <div className="min-w-0 wrap-anywhere">
        <strong>{label}</strong>
        <div className="font-mono text-xs text-content-faint">
          {parts.map(({ path }) => path.join(".")).join(", ")}
        </div>
        {sides ? null : (
          <div className="text-xs text-content-muted">
            was <Named text={was ?? ""} plain />
          </div>
        )}
      </div>
      {options.map(({ side, label, words, changes }) => (
        <label
          key={label}
          className={cx(
            label === "Both" && "md:col-span-2 md:col-start-2",
            "grid min-w-0 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-md border border-line-control px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus",
          )}
        >
          <input
            type="radio"
            name={`side ${clashKey(clash)}`}
            checked={sameJson(props.side, side)}
            onChange={() => props.onChoose(side)}
            className="row-span-2 size-4 accent-accent"
          />
          <span className="text-xs text-content-muted">{label}</span>
          {changes ? (
            <ListSide definition={definition} changes={changes} />
          ) : (
            <strong className="wrap-anywhere">
              <Named text={words ?? ""} plain />
            </strong>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** The choice of a list that has what both sides did to it; null where there is none. */
function bothOf(clash: Clash): Choice | null {
  const joined = joinedList(clash);
  return joined && { joined };
}

/** Of a list, what each side changed of what was there; null where that is not said entry by entry. */
function entriesOf(clash: Clash): Record<Side | "both", Shown[]> | null {
  const { path, base, theirs, mine } = clash;
  const [ours = [], others = [], both = []] = [mine, theirs, joinedList(clash)].map((to) =>
    split({ path, from: base, to }),
  );
  const isSaid = [...ours, ...others].every((one) => one.isPart || one.path.length > path.length);
  // Two that differ in their order alone would read alike.
  return isSaid && !sameJson(ours, others) ? { mine: ours, theirs: others, both } : null;
}

/** What one side removed of a list, added to it, and changed in it. */
function ListSide({ definition, changes }: Pick<Props, "definition"> & { changes: readonly Shown[] }) {
  return (
    <span className="grid min-w-0 gap-1">
      {changes.map(({ path, from, to, isPart }) => {
        const [was = "", is = ""] = wordsApart(definition, path, [from, to]);
        return (
          <span key={JSON.stringify(path)} className="min-w-0">
            {isPart ? null : <strong>{labelOf(definition, path)}</strong>}
            {from === undefined ? null : (
              <Line sign="−" tone="text-danger" name={isPart ? "removed" : "was"} text={was} plain />
            )}
            {to === undefined ? null : (
              <Line sign="+" tone="text-ok" name={isPart ? "added" : "becomes"} text={is} plain />
            )}
          </span>
        );
      })}
    </span>
  );
}

function Taken({ definition, conflict }: Pick<Props, "definition" | "conflict">) {
  const { taken } = conflict;
  if (taken.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3>{counted(taken.length, "change")} from others, already merged</h3>
      <ul className="rounded-md border border-line">
        {taken.map(({ path, from, to }) => (
          <li
            key={JSON.stringify(path)}
            className="border-b border-line px-3 py-2 last:border-0 wrap-anywhere"
          >
            <strong>{labelOf(definition, path)}</strong>{" "}
            <span className="text-content-muted">
              {wordsApart(definition, path, [from, to]).map((words, index) => (
                <Fragment key={index}>
                  {index > 0 ? " → " : null}
                  <Named text={words} plain />
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
