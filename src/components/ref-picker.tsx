import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type ComponentType, type ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { Link } from "react-router-dom";
import { resourceOfKind } from "#resources/all.ts";
import { ID_PREFIXES, idOf } from "#contract/common.ts";
import type { RefKind } from "#contract/modules/module-contract.ts";
import { Combobox } from "#forms/combobox.tsx";
import { FieldRow, type FieldText } from "#forms/field-row.tsx";
import { fresh } from "#forms/list-edit.ts";
import { RowButtons } from "#forms/rows.tsx";
import { useFieldFocus } from "#forms/use-field-focus.ts";
import { useUnread } from "#forms/unread.ts";
import { useField } from "#forms/use-field.ts";
import { refHref } from "#resources/ref-target.ts";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Icon } from "#ui/icon.tsx";
import { listNote, notAnId, waysOf } from "./list-note.ts";

/** A resource that a field can name; without a name it is called by its id. */
type KnownRef = { id: string; name: string };

type Props = FieldText & {
  name: string;
  kind: RefKind;
  /** What one of them is called: "IP policy". */
  one: string;
};

/** A dialog that creates one where it is missed. */
type Creating = ComponentType<{
  onMade: (made: { id: string }) => void;
  /** Undo deleted it again. */
  onUndone?: (made: { id: string }) => void;
  onClose: () => void;
}>;

/** What is known of a kind, as choices, and what to say of the list. */
function useKnown(kind: RefKind, one: string, creates = false) {
  const { query, nameOf } = resourceOfKind(kind);
  const { data, error } = useQuery({ ...query, staleTime: 10_000 });
  const prefix = `${ID_PREFIXES[kind]}_`;
  const note = listNote(one, prefix, data, error);
  const refs = data?.map((row): KnownRef => ({ id: row.id, name: nameOf(row) }));
  const choices = (refs ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
    ...(name === id ? {} : { detail: id }),
  }));
  const isId = (text: string) => idOf(kind).safeParse(text).success;
  const known = { one, prefix, choices: refs && choices, creates };
  return { refs, note, choices, prefix, isId, known };
}

/** What is known of an id: its name, that it is unknown, or nothing while the list is not there. */
function describe(refs: readonly KnownRef[] | undefined, id: string): ReactNode {
  const known = refs?.find((ref) => ref.id === id);
  if (known) return known.name === id ? "No name" : known.name;
  return refs ? <span className="text-warning">Not found</span> : null;
}

/** One resource: searched by name or id among those that exist; any id with the right prefix may be typed. */
export function RefField({ kind, one, ...row }: Props) {
  const control = useField(row.name, { described: true });
  const { field, aria, text, trim } = control;
  const { refs, note, choices, prefix, isId, known } = useKnown(kind, one);
  const says = isId(text) ? describe(refs, text) : text === "" ? "None chosen" : waysOf(known);
  return (
    <FieldRow {...row} control={control} empty="" extra={<span className="ml-auto">{says}</span>}>
      <Combobox
        {...field}
        {...aria}
        value={text}
        options={choices}
        note={note}
        mono
        placeholder={`Search, or enter ${prefix}…`}
        onText={field.onChange}
        onBlur={trim}
        onPick={field.onChange}
      />
    </FieldRow>
  );
}

/** To the page of one that is there, beside the form, which stays. */
function Page({ of, children }: { of: KnownRef | undefined; children: ReactNode }) {
  const to = of && refHref(of);
  if (!to) return children;
  return (
    <Link to={to} target="_blank" className="link-quiet">
      {children} <Icon name="ext" size={12} className="inline align-baseline" />
      <span className="sr-only">in a new tab</span>
    </Link>
  );
}

/** Several resources, of which the order doesn’t count: each searched among those that exist, or typed by id; many ids may be pasted. */
export function RefListField({ kind, one, create: Create, ...row }: Props & { create?: Creating }) {
  const control = useField(row.name, { described: true });
  const { field, aria } = control;
  const { refs, note, choices, prefix, isId, known } = useKnown(kind, one, Create !== undefined);
  const [typed, setTyped] = useState("");
  const [creating, setCreating] = useState(false);
  const ids = control.raw || !Array.isArray(field.value) ? [] : (field.value as string[]);
  const { clearErrors, getValues } = useFormContext();
  const left = typed.trim();
  useUnread(control.full, left === "" || isId(left) ? null : notAnId(left, known));
  const type = (text: string) => {
    setTyped(text);
    clearErrors(control.full);
  };
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const faulty = new Set<unknown>(control.faults.map(({ at }) => at[0]));
  const called = (id: string) => refs?.find((ref) => ref.id === id)?.name ?? id;
  const isShared = (id: string) => ids.some((other) => other !== id && called(other) === called(id));
  const entry = (index: number) => box.current?.querySelectorAll<HTMLElement>("li")[index];
  useFieldFocus(control, (at) => (typeof at?.[0] === "number" ? entry(at[0]) : null) ?? input.current);

  const add = (texts: readonly string[]) => {
    const added = fresh(ids, texts);
    type("");
    if (added.length > 0) field.onChange([...ids, ...added]);
  };
  const set = (next: string[]) => {
    field.onChange(next);
    if (next.length < ids.length) input.current?.focus();
  };
  return (
    <FieldRow
      {...row}
      control={control}
      empty={[]}
      below={
        Create ? (
          <div className="mt-1">
            <Button size="sm" icon="plus" onClick={() => setCreating(true)}>
              Create {one}
            </Button>
          </div>
        ) : null
      }
      faultOf={(at) => (typeof at[0] === "number" ? (ids[at[0]] ?? null) : null)}
      extra={typed !== "" && !isId(typed) && !control.error ? waysOf(known) : null}
    >
      <div ref={box} className="grid gap-2">
        {ids.length > 0 ? (
          <ul
            aria-label={`${row.label}: entries`}
            className="grid rounded-md border border-line bg-surface-raised"
          >
            {ids.map((id, index) => (
              <li
                key={id}
                tabIndex={-1}
                aria-describedby={faulty.has(index) ? aria["aria-describedby"] : undefined}
                className="flex min-w-0 items-center gap-2 border-b border-line py-1 pr-1 pl-3 last:border-0"
              >
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
                  <span className={faulty.has(index) ? "text-danger" : undefined}>
                    <Page of={refs?.find((ref) => ref.id === id)}>{describe(refs, id)}</Page>
                  </span>
                  <CopyId id={id} />
                </span>
                <RowButtons
                  what={isShared(id) ? `${called(id)} ${id}` : called(id)}
                  index={index}
                  rows={{ items: ids, set }}
                  ordered={false}
                />
              </li>
            ))}
          </ul>
        ) : null}
        <Combobox
          {...aria}
          ref={input}
          name={field.name}
          value={typed}
          options={choices.filter(({ value }) => !ids.includes(value))}
          named
          note={note}
          placeholder={`Search to add, or enter ${prefix}…`}
          onText={type}
          onPick={(id) => add([id])}
          onBlur={() => {
            if (isId(typed.trim())) add([typed.trim()]);
            field.onBlur();
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData
              .getData("text")
              .split(/[\s,;]+/)
              .filter(Boolean);
            if (pasted.length < 2 || !pasted.every(isId)) return;
            event.preventDefault();
            add(pasted);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (isId(typed.trim())) add([typed.trim()]);
          }}
        />
      </div>
      {Create && creating ? (
        <Create
          onMade={({ id }) => {
            add([id]);
            setCreating(false);
          }}
          onUndone={({ id }) =>
            field.onChange((getValues(control.full) as string[]).filter((one) => one !== id))
          }
          onClose={() => setCreating(false)}
        />
      ) : null}
    </FieldRow>
  );
}
