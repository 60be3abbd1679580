import { useEffect, useId, useRef, useState } from "react";
import { EVENTS_MAX, FILE_MAX_BYTES } from "#filters/bench/bounds.ts";
import type { BadLine, Tally } from "#filters/bench/messages.ts";
import type { Bench } from "#filters/use-bench.ts";
import { formatBytes } from "#ui/amounts.ts";
import { Button } from "#ui/button.tsx";
import { counted, formatCount } from "#ui/format.ts";
import { Textarea } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { Status } from "#ui/status.tsx";
import { Times } from "./times.tsx";

/** Characters that a text area shows without making each key slow. More is kept beside it. */
const SHOWN_MAX = 200_000;
const QUIET_MS = 300;
/** Lines that can’t be read and are named. */
const BAD_SHOWN = 10;

/** What was pasted: a text that is shown, or one that is too long for that, or a file. */
export type Pasted = { text: string; large: { name: string; given: Blob | string; bytes: number } | null };

type Props = { bench: Bench; kind: string; pasted: Pasted; onPasted: (pasted: Pasted) => void };

/** Events of the operator's own: NDJSON or a JSON array, pasted or from a file. They stay in this tab. */
export function PastedEvents({ bench: { load, tallies }, kind, pasted, onPasted: set }: Props) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const { text, large } = pasted;
  const take = (name: string, given: Blob | string, bytes: number) => {
    const isOver = bytes > FILE_MAX_BYTES;
    setTooLarge(
      isOver ? `${name} has ${formatBytes(bytes)}. Use a file up to ${formatBytes(FILE_MAX_BYTES)}` : null,
    );
    if (!isOver) set({ text: "", large: { name, given, bytes } });
  };
  useEffect(() => {
    const timer = setTimeout(() => load("pasted", kind, [large?.given ?? text]), large ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [load, kind, text, large]);
  const tally = tallies.pasted;
  return (
    <>
      {large ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 wrap-anywhere">
            {large.name}, {formatBytes(large.bytes)}
          </span>
          <Button size="sm" icon="x" onClick={() => set({ text: "", large: null })}>
            Remove
          </Button>
        </div>
      ) : (
        <Textarea
          mono
          rows={5}
          aria-label="Events to paste"
          aria-describedby={id}
          placeholder={'{"event_type":"http_request_complete.v0","object":{…}}'}
          value={text}
          onChange={({ currentTarget }) => set({ text: currentTarget.value, large: null })}
          onPaste={(event) => {
            const given = event.clipboardData.getData("text");
            if (given.length < SHOWN_MAX) return;
            event.preventDefault();
            take("Pasted text", given, given.length);
          }}
        />
      )}
      <p id={id} className="text-xs text-content-muted">
        NDJSON or a JSON array, up to {formatCount(EVENTS_MAX)} events. They stay in this browser.
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="sm" onClick={() => file.current?.click()}>
          Choose file
        </Button>
        <input
          ref={file}
          type="file"
          tabIndex={-1}
          aria-label="File with events"
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            currentTarget.value = "";
            if (chosen) take(chosen.name, chosen, chosen.size);
          }}
        />
        <span className="min-w-0 flex-1 basis-40">
          {tally ? (
            text === "" && !large ? null : (
              <Times tally={tally} kind={kind} />
            )
          ) : (
            <Status tone="run">Reading events…</Status>
          )}
        </span>
      </div>
      {tooLarge === null ? null : <Note tone="bad">{tooLarge}</Note>}
      {tally ? <Skipped tally={tally} kind={kind} /> : null}
    </>
  );
}

/** What is not tested, and why: nothing that was pasted goes without a word. */
function Skipped({ tally: { events, bad, badCount, others, over }, kind }: { tally: Tally; kind: string }) {
  const of = [
    ...Object.entries(events).flatMap(([type, { count }]) =>
      type === kind || count === 0 ? [] : [{ type, count }],
    ),
    ...Object.entries(others).map(([type, count]) => ({ type, count })),
  ];
  return (
    <>
      {of.length > 0 ? (
        <p className="text-xs text-content-muted">
          Not tested, of another type:{" "}
          {of.map(({ type, count }) => `${formatCount(count)} ${type}`).join(", ")}
        </p>
      ) : null}
      {over > 0 ? <Note tone="warn">{counted(over, "more event")} skipped: that is the limit.</Note> : null}
      {badCount > 0 ? (
        <Note tone="warn">
          {counted(badCount, "event")} can’t be read:
          <ul aria-label="What can’t be read" className="m-0 grid gap-1 text-xs">
            {bad.slice(0, BAD_SHOWN).map((one) => (
              <Bad key={one.line} line={one} />
            ))}
          </ul>
          {badCount > BAD_SHOWN ? `And ${formatCount(badCount - BAD_SHOWN)} more.` : null}
        </Note>
      ) : null}
    </>
  );
}

function Bad({ line: { of, line, reason, text } }: { line: BadLine }) {
  return (
    <li className="min-w-0 wrap-anywhere">
      {of} {formatCount(line)} {reason} <code className="font-mono text-content-muted">{text}</code>
    </li>
  );
}
