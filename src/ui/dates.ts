/** A day as people read it: "Nov 22, 2026". `at` in milliseconds. */
export const dateText = (at: number): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(at);
