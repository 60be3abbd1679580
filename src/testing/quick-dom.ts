// What takes most of the component tests' time and tells them nothing. Evaluated once in a worker, whose files share the window.
import { configure, getConfig } from "@testing-library/react";
import * as React from "react";
import { quickened } from "./quick-styles.ts";

const { getElementError } = getConfig();
/** Whether a wait looks, which prints the document itself once it runs out. */
const isWaiting = () =>
  (getConfig() as unknown as Record<string, unknown>)["_disableExpensiveErrorDiagnostics"] === true;
configure({
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : getElementError(message, container),
});

/** jsdom's own. */
export const slowStyle = globalThis.getComputedStyle.bind(globalThis);
for (const window of [globalThis, document.defaultView])
  if (window) window.getComputedStyle = quickened(slowStyle);

// For each of the first 10,000 elements of a second React notes the stack that made it, which only its developer tools show.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Infinity,
  set(count: number) {
    void count;
  },
});
