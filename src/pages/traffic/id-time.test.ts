// Law: the console reads from an id the millisecond that the service wrote into it, and no time from any other text.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { idAt, idBefore } from "#service/store/ids.ts";
import { timeOfId } from "./id-time.ts";

it("reads what the service wrote", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 47 }), (at) => {
      expect(timeOfId(idAt("event", at))).toBe(at);
      expect(timeOfId(idBefore("event", at))).toBe(at);
    }),
  );
  for (const other of ["", "ev_", "ev_1", "0".repeat(27), `ev_${"0".repeat(26)}-`])
    expect(timeOfId(other)).toBeNull();
});
