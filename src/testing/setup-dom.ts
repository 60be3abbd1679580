import { webcrypto } from "node:crypto";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach } from "vitest";
import * as z from "zod/mini";
import { taken } from "#api/sign-in-link.ts";
import { listsLeft } from "#components/lists-left.ts";
import { departures } from "#fleet/departures.ts";
import { dismissed } from "#fleet/last-known.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { loadMenu } from "#ui/menu.tsx";
import { WAIT_MS } from "../../scripts/patience.mjs";
import "./quick-dom.ts";

z.config({ jitless: true });
configure({ asyncUtilTimeout: WAIT_MS });
// The service runs beside jsdom, whose array buffers Node's Web Crypto does not take for such; views of them it does.
const subtle = Object.getPrototypeOf(webcrypto.subtle) as Record<string, (...args: unknown[]) => unknown>;
for (const name of ["digest", "importKey", "sign", "verify"]) {
  const real = subtle[name];
  subtle[name] = function takesEveryBuffer(this: unknown, ...args) {
    const views = args.map((one) => (one instanceof ArrayBuffer ? new Uint8Array(one) : one));
    return real?.apply(this, views);
  };
}
// jsdom has no layout, so nothing to scroll.
if (!("scrollIntoView" in Element.prototype))
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });

// Menus open at once, as they do for a user whose pointer or focus has reached the button.
beforeAll(loadMenu);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // What a visit remembers outlives a test in the modules that the files of a worker share.
  ledger.clear();
  departures.set([]);
  dismissed.set([]);
  listsLeft.clear();
  delete taken.code;
});
afterEach(cleanup);
