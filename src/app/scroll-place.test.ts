// Cause: a page opened by its address began as far down as the one before it was scrolled, its title out of sight. Law: only the same
// page is shown where it was left.
import { expect, it } from "vitest";
import { scrollPlace } from "./scroll-place.ts";

it("tells the first page of a load from the first of another, and later pages by their own keys", () => {
  const at = (pathname: string, search = "", key = "default") => scrollPlace({ key, pathname, search });
  expect(at("/sessions")).toBe(at("/sessions"));
  expect(at("/sessions")).not.toBe(at("/"));
  expect(at("/sessions", "?q=a")).not.toBe(at("/sessions"));
  expect(at("/sessions", "", "abc")).not.toBe(at("/sessions", "", "def"));
});
