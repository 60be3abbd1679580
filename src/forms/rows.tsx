import { use, useRef, type KeyboardEvent, type RefObject } from "react";
import { Button, IconButton } from "#ui/button.tsx";
import { RowFaults } from "./field-row.tsx";
import { moved, without } from "./list-edit.ts";

/** A list that is shown as rows, with what changes it. */
export type Rows<T> = {
  items: readonly T[];
  /** What a new row starts from. */
  blank: T;
  /** Around the rows, and the button that adds one. */
  box: RefObject<HTMLDivElement | null>;
  add: RefObject<HTMLButtonElement | null>;
  /** Takes the list over; `focus` is the row whose input gets the focus, the last where there are fewer. */
  set: (next: T[], focus?: number) => void;
  /** Enter in a row leads to the one after it, and adds that unless this one is empty. It never submits the form. */
  onEnter: (event: KeyboardEvent, index: number, empty: boolean) => void;
};

/** The rows of a list field. `inputOf` finds what gets the focus in a row; where there is none, that is the Add button. */
export function useRows<T>(
  items: readonly T[],
  blank: T,
  onChange: (next: T[]) => void,
  inputOf: (box: HTMLElement, index: number) => HTMLElement | null | undefined,
): Rows<T> {
  const box = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const set = (next: T[], focus?: number) => {
    onChange(next);
    if (focus === undefined) return;
    queueMicrotask(() => {
      const input = box.current && inputOf(box.current, Math.min(focus, next.length - 1));
      (input ?? add.current)?.focus();
    });
  };
  const onEnter = (event: KeyboardEvent, index: number, empty: boolean) => {
    event.preventDefault();
    if (index + 1 < items.length) set([...items], index + 1);
    else if (!empty) set([...items, blank], index + 1);
  };
  return { items, blank, box, add, set, onEnter };
}

/** The button below the rows that adds one; an empty text that is there already is the next to fill. */
export function AddRow<T>({ rows, one }: { rows: Rows<T>; one: string }) {
  const { items, blank, add, set } = rows;
  const empty = items.indexOf(blank);
  const next = () => (empty === -1 ? set([...items, blank], items.length) : set([...items], empty));
  return (
    <>
      {use(RowFaults)}
      <span>
        <Button ref={add} size="sm" icon="plus" onClick={next}>
          Add {one}
        </Button>
      </span>
    </>
  );
}

/** Up and down, where the order counts, and remove of one row. */
export function RowButtons<T>(props: {
  /** Names the row. */
  what: string;
  index: number;
  rows: Pick<Rows<T>, "items" | "set">;
  ordered?: boolean;
}) {
  const { what, index, ordered = true } = props;
  const { items, set } = props.rows;
  return (
    <span className="flex flex-none">
      {ordered && items.length > 1 ? (
        <>
          <IconButton
            size="sm"
            icon="up"
            label={`Move ${what} up`}
            disabledReason={index === 0 ? "Already first" : undefined}
            onClick={() => set(moved(items, index, index - 1))}
          />
          <IconButton
            size="sm"
            icon="down"
            label={`Move ${what} down`}
            disabledReason={index === items.length - 1 ? "Already last" : undefined}
            onClick={() => set(moved(items, index, index + 1))}
          />
        </>
      ) : null}
      <IconButton
        size="sm"
        icon="x"
        label={`Remove ${what}`}
        onClick={() => set(without(items, index), index)}
      />
    </span>
  );
}
