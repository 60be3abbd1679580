/** Whether pages of this console are sent now: what a reload needs. */
export const isConsoleServed = (): Promise<boolean> =>
  fetch("/", { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );
