import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ownersOf } from "./owners.ts";

const owner = fc.constantFrom("usr_1", "usr_2", "bot_3", "zz_4", "", null, undefined);
const owned = fc
  .array(owner, { maxLength: 12 })
  .map((owners) => owners.map((owner_id, index) => ({ id: `x_${index}`, owner_id })));

it("names every owner once, with how much each owns, oneself first", () => {
  fc.assert(
    fc.property(owned, owned, fc.nat({ max: 12 }), (keys, tokens, at) => {
      const self = keys[at]?.owner_id;
      const owners = ownersOf(keys, tokens, (id) => id === keys[at]?.id);
      const ids = owners.map(({ id }) => id);
      const all = [...keys, ...tokens].flatMap(({ owner_id }) => owner_id || []);
      expect(ids.toSorted()).toEqual([...new Set(all)].toSorted());
      const first = owners.filter(({ who }, index) => index === 0 && who === "You");
      expect(first.map(({ id }) => id)).toEqual(self ? [self] : []);
      const told = owners.flatMap(({ owns }) => owns.match(/\d+/g) ?? []).map(Number);
      expect(told.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      const rest = owners
        .filter(({ id }) => id !== self)
        .map(({ id }) => all.filter((one) => one === id).length);
      expect(rest).toEqual(rest.toSorted((a, b) => b - a));
    }),
  );
});

it("says what kind of owner it is", () => {
  const keys = ["usr_1", "bot_1", "zz_1"].map((owner_id, index) => ({ id: `ak_${index}`, owner_id }));
  const owners = ownersOf(keys, [{ id: "cr_1", owner_id: "usr_1" }], () => false);
  expect(owners.map(({ who, owns }) => `${who}: ${owns}`)).toEqual([
    "A user: 1 key, 1 authtoken",
    "A bot: 1 key",
    "An owner: 1 key",
  ]);
});
