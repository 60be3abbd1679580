import { showOverlay } from "#components/palette-registry.ts";

/** Longer than this the palette is not on its way: it could not be loaded, and the keys are the page's again. */
const WAIT_MS = 5000;

type Insert = (text: string, at: number) => void;

let kept = "";
let since: number | null = null;
let taken = 0;
let insert: Insert | null = null;

/**
 * Keeps a key that was pressed after the palette was asked for, before its field had the focus: its first characters went to
 * the page, or into the field behind it. A command by such a key reaches nothing.
 */
export function keepEarlyKey(event: KeyboardEvent): void {
  const { key, target, timeStamp } = event;
  if (target instanceof Element && target.closest('[role="dialog"]')) return;
  since ??= timeStamp;
  if (timeStamp - since > WAIT_MS) return;
  event.preventDefault();
  if (key === "Escape") showOverlay(null);
  if (key === "Backspace") kept = kept.slice(0, -1);
  if (key.length !== 1) return;
  kept += key;
  give();
}

function give(): void {
  if (!insert) return;
  insert(kept, taken);
  taken += kept.length;
  kept = "";
}

/** Hands over what was typed before the palette was there, now and where it comes late; answers how to end. */
export function takeEarlyKeys(to: Insert): () => void {
  insert = to;
  give();
  return () => {
    insert = null;
    kept = "";
    taken = 0;
    since = null;
  };
}
