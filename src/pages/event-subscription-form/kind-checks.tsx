import { memo, useState } from "react";
import { Checkbox, Input } from "#ui/input.tsx";
import { EVENT_GROUPS } from "./event-groups.ts";

const KNOWN: ReadonlySet<string> = new Set(
  EVENT_GROUPS.flatMap(({ kinds }) => kinds.map(({ type }) => type)),
);

type Props = {
  /** The kinds that are sent, separated by spaces: the same text, the same checks. */
  chosen: string;
  /** Those that this console does not know of are offered too. */
  stored: string;
  onToggle: (types: readonly string[], isOn: boolean) => void;
};

/** Every kind of event, by what it is about, found by its words. */
export const KindChecks = memo(function KindChecks({ chosen, stored, onToggle }: Props) {
  const [search, setSearch] = useState("");
  const on = new Set(chosen.split(" "));
  const others = [...new Set([...stored.split(" "), ...on])].filter((type) => type && !KNOWN.has(type));
  const all = [
    ...EVENT_GROUPS,
    ...(others.length > 0
      ? [{ label: "Other events", kinds: others.map((type) => ({ type, label: type })) }]
      : []),
  ];
  const wanted = search.trim().toLowerCase();
  const groups = all.flatMap(({ label, kinds }) => {
    const found = kinds.filter((kind) =>
      `${label} ${kind.label} ${kind.type}`.toLowerCase().includes(wanted),
    );
    return found.length > 0 ? [{ label, kinds: found }] : [];
  });
  return (
    <>
      <div className="max-w-90">
        <Input
          type="search"
          fieldSize="sm"
          aria-label="Search event types"
          placeholder="Search event types"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      <div className="grid max-h-80 min-w-0 gap-3 overflow-y-auto rounded-md border border-line p-3">
        {groups.length === 0 ? <p className="text-content-muted">No event type matches</p> : null}
        {groups.map(({ label, kinds }) => (
          <fieldset key={label} className="grid min-w-0 gap-1">
            <legend className="text-xs text-content-muted">{label}</legend>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-1">
              {kinds.length > 1 ? (
                <AllCheck types={kinds.map(({ type }) => type)} on={on} onToggle={onToggle} />
              ) : null}
              {kinds.map(({ type, label: kind }) => (
                <Checkbox
                  key={type}
                  label={kind}
                  checked={on.has(type)}
                  onChange={({ currentTarget }) => onToggle([type], currentTarget.checked)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </>
  );
});

type AllProps = Pick<Props, "onToggle"> & { types: readonly string[]; on: ReadonlySet<string> };

/** All kinds of a group that are shown, at once. */
function AllCheck({ types, on, onToggle }: AllProps) {
  const count = types.filter((type) => on.has(type)).length;
  return (
    <Checkbox
      label="All"
      checked={count === types.length}
      indeterminate={count > 0 && count < types.length}
      onChange={({ currentTarget }) => onToggle(types, currentTarget.checked)}
    />
  );
}
