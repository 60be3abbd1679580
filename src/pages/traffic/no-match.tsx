import { Button } from "#ui/button.tsx";
import { Age } from "#ui/time.tsx";
import { isBefore, timeOfId } from "./id-time.ts";

/** What is known where nothing matched yet: `next` = the id of the event up to which was searched. */
function SearchedSoFar({ next }: { next: string }) {
  const at = timeOfId(next);
  return (
    <>
      {at === null ? (
        "No match in the newest requests. "
      ) : (
        <>
          No match in the last <Age since={at} />.{" "}
        </>
      )}
      Older requests are not searched yet.
    </>
  );
}

/** Why nothing can match. Rows show methods in upper case; events, and so filters, have them in lower case. */
function hintOf(filter: string, isOver: boolean): string {
  if (/method\W+[A-Z]/.test(filter)) return "Methods are lower case.";
  if (/status_code\s*[=!]=\s*["']/.test(filter)) return "Status codes have no quotes.";
  return isOver ? "Choose another time." : "New matches appear here.";
}

type NoMatchProps = {
  refused: boolean;
  next: string | null;
  own: string;
  /** The time from which on requests are asked for; empty for all. */
  since: string;
  /** The time that is asked for is over: nothing comes any more. */
  isOver: boolean;
  onClear: () => void;
};

/** Nothing passed the filter: of all that is kept, or of what was searched before `next`. */
export function NoMatch({ refused, next, own, since, isOver, onClear }: NoMatchProps) {
  const searched =
    next && !isBefore(next, since) ? (
      <SearchedSoFar next={next} />
    ) : (
      `No requests match. ${hintOf(own, isOver)}`
    );
  return (
    <div className="flex flex-wrap items-center gap-3 text-content-muted">
      <p>{refused ? "Correct the filter." : searched}</p>
      <Button size="sm" onClick={onClear}>
        Clear search and filters
      </Button>
    </div>
  );
}
