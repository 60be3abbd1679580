/** The page is there first, and what it reads: what may wait begins so long after it, in milliseconds. */
export const SETTLED_MS = 5000;

let done: Promise<void> | undefined;

/** Resolves so long after it was first asked for, as by the first page that is drawn. */
export const settled = (): Promise<void> =>
  (done ??= new Promise((resolve) => {
    setTimeout(resolve, SETTLED_MS);
  }));
