/** The page is there first, and what it reads: what may wait begins so long after it, in milliseconds. */
export const SETTLED_MS = 5000;

let end: () => void;
const done = new Promise<void>((resolve) => {
  end = resolve;
});
let waits: unknown;

/** Resolves so long after it was first asked for, as by the first page that is drawn. */
export const settled = (): Promise<void> => {
  waits ??= setTimeout(end, SETTLED_MS);
  return done;
};

/** Ends the wait: what is shown says what it is waiting for. */
export const settle = (): void => end();
