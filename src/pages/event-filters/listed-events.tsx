import type { ListedEvent, Ran } from "#filters/bench/messages.ts";
import { Button } from "#ui/button.tsx";
import { Status } from "#ui/status.tsx";

const EMPTY = {
  all: "No events to test.",
  kept: "The filter keeps none of these events.",
  dropped: "The filter keeps all of these events.",
};

/** Some of the events: whether each is kept and what of it, or which part of the filter it fails. */
export function ListedEvents({ ran, onMore }: { ran: Ran; onMore: () => void }) {
  const { events, listed, total, matched } = ran;
  const of = { all: total, kept: matched, dropped: total - matched }[listed];
  if (of === 0) return <p className="border-t border-line p-4 text-content-muted">{EMPTY[listed]}</p>;
  return (
    <>
      <ul aria-label="Events" className="m-0 border-t border-line">
        {events.map((event) => (
          <Listed key={event.index} event={event} />
        ))}
      </ul>
      {events.length < of ? (
        <div className="p-3">
          <Button size="sm" onClick={onMore}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

function Listed({ event: { at, title, passes, failing, kept } }: { event: ListedEvent }) {
  const time = at === null ? Number.NaN : Date.parse(at);
  return (
    <li className="grid min-w-0 gap-1 border-b border-line px-4 py-2 text-xs last:border-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <Status tone={passes ? "ok" : "off"}>{passes ? "Kept" : "Dropped"}</Status>
        <span className="min-w-0 flex-1 basis-40 font-mono wrap-anywhere">{title}</span>
        {Number.isNaN(time) ? null : (
          <time dateTime={at ?? ""} className="text-content-muted">
            {CLOCK.format(time)}
          </time>
        )}
      </div>
      {failing.map(({ part, isFalse, why }) => (
        <p key={part} className="min-w-0 text-content-muted wrap-anywhere">
          Part {part + 1} {isFalse ? "is false" : "has no answer"}: {why}
        </p>
      ))}
      {passes ? (
        <details>
          <summary className="w-fit leading-6 text-content-muted">What is kept</summary>
          <pre className="m-0 rounded-md bg-surface-sunken p-2 font-mono wrap-anywhere whitespace-pre-wrap">
            {kept}
          </pre>
        </details>
      ) : null}
    </li>
  );
}
