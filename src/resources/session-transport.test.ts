// Cause: the page of every agent said "Transport service/2", a word of the wire that tells an operator nothing. Law: what users read is
// in their words.
import { expect, it } from "vitest";
import { transportRow } from "./session-transport.ts";

it("says how a session connects only where it is not an agent", () => {
  expect(transportRow("ssh")).toEqual([{ label: "Transport", value: "SSH" }]);
  expect(transportRow("service/2")).toEqual([]);
});
