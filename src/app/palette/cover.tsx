import { describeError } from "#api/errors.ts";
import { Button } from "#ui/button.tsx";
import { formatCount, inWords } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import type { Known } from "./known.ts";
import { isUnread, type useReading } from "./reading.ts";

/** "tunnels, keys, edges and 4 more". */
const namesOf = (known: readonly Known[]) =>
  inWords(
    known.map(({ kind }) => kind.noun.many),
    3,
  );

/** What the palette searches, and the way to have it search all: lists not read yet, with progress, cancel and failures. */
export function PaletteCover(props: {
  known: readonly Known[];
  reading: ReturnType<typeof useReading>;
  onHelp: () => void;
  /** One of its buttons was pressed and goes: the focus belongs to the field again. */
  onPressed: () => void;
}) {
  const { known, onHelp, onPressed } = props;
  const { cancel } = props.reading;
  // Routes come inside their edges: they have no list of their own.
  const lists = known.filter(({ kind, absent }) => !kind.within && !absent);
  const failed = lists.filter(({ error, reading }) => error !== null && !reading);
  const reading = lists.filter((one) => one.reading);
  const unread = lists.filter(isUnread);
  const read = (some: readonly Known[]) => {
    props.reading.read(some);
    onPressed();
  };
  const here = lists.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface-sunken px-4 py-2 text-xs text-content-muted">
      <div className="grid min-w-0 flex-[1_1_14rem] gap-1" aria-live="polite">
        {reading.length > 0 ? (
          <span className="flex items-center gap-2">
            <Icon name="run" spin className="text-accent-text" />
            <span>
              Loading {namesOf(reading)}. Searching {formatCount(here)} resources so far.
            </span>
          </span>
        ) : null}
        {failed.map(({ kind, error }) => {
          const { title, detail } = describeError(error, `load ${kind.noun.many}`);
          return (
            <span key={kind.kind} className="wrap-anywhere">
              {title}. {detail}
            </span>
          );
        })}
        {unread.length > 0 ? (
          <span>Not searched: {namesOf(unread)}</span>
        ) : reading.length === 0 && failed.length === 0 ? (
          <span>Searching all {formatCount(here)} resources</span>
        ) : null}
      </div>
      {cancel ? (
        <Button
          size="sm"
          onClick={() => {
            cancel();
            onPressed();
          }}
        >
          Cancel
        </Button>
      ) : unread.length > 0 ? (
        <Button size="sm" onClick={() => read(unread)}>
          Load all
        </Button>
      ) : failed.length > 0 ? (
        <Button size="sm" onClick={() => read(failed)}>
          Try again
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" icon="keyboard" onClick={onHelp}>
        Shortcuts
      </Button>
    </div>
  );
}
