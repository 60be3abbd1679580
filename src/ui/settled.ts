/** The page is there first, and what it reads: what may wait begins so long after it, in milliseconds. */
export const SETTLED_MS = 5000;

/** Ends the wait: what is shown waits for it. */
export let settle: () => void;
const done = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Resolves so long after it was first asked for, as by the first page that is drawn. */
export function settled(): Promise<void> {
  setTimeout(settle, SETTLED_MS);
  return done;
}
