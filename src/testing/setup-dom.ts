import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import * as z from "zod/mini";

z.config({ jitless: true });
// jsdom has no layout, so nothing to scroll.
if (!("scrollIntoView" in Element.prototype))
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
