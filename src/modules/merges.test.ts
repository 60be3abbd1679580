import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModuleContract } from "#contract/modules/module-contract.ts";
import { planSave, settle, clashKey } from "#editing/save-plan.ts";
import { isJsonObject, keysOf, own, sameJson, valueAt, type JsonObject } from "#forms/json.ts";
import { requestsOf } from "#testing/module-arbitraries.ts";
import { MODULES } from "./registry.ts";

/** `from` with some of its fields as in `to`, at any depth. */
function partly(from: unknown, to: unknown, picks: Iterator<boolean>): unknown {
  if (!isJsonObject(from) || !isJsonObject(to)) return picks.next().value === true ? to : from;
  const entries = keysOf(from, to).map((key) => [key, partly(own(from, key), own(to, key), picks)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonObject;

describe.each(MODULES)("$name", (definition) => {
  const contract = definition.contract as unknown as ModuleContract;
  const isValid = (value: unknown) => contract.request.safeParse(value).success;
  const requests = requestsOf(contract).map(plain);
  const { align = (value: JsonObject) => value } = definition;
  const edited = fc
    .tuple(requests, requests, requests, fc.infiniteStream(fc.boolean()))
    .map(([base, a, b, picks]) => {
      const [theirs, mine] = [a, b].map((other) => partly(base, other, picks) as JsonObject);
      return { base, theirs: isValid(theirs) ? theirs : a, mine: isValid(mine) ? mine : b };
    })
    .map(({ base, theirs = base, mine = base }) => ({
      base: align(base, theirs),
      theirs,
      mine: align(mine, theirs),
      together: definition.together,
    }));

  // Cause: fields that exclude or need each other were merged one by one, so two OAuth providers were saved together and the
  // service refused it for ever. Law: what two people saved and may save merges to what may be saved, whatever they choose.
  it("merges to a request that its contract accepts, whichever sides are chosen", () => {
    fc.assert(
      fc.property(edited, fc.infiniteStream(fc.boolean()), (versions, picks) => {
        const plan = planSave(versions);
        const clashes = plan.do === "ask" ? plan.clashes : [];
        const sides = new Map(
          clashes.map((one) => [clashKey(one), picks.next().value ? "mine" : "theirs"] as const),
        );
        const merged = plan.do === "write" ? plan.value : settle(versions, sides);
        expect(contract.request.safeParse(merged).error?.issues ?? []).toEqual([]);
        for (const { path, of } of contract.secrets) {
          const holders = path[1] === "*" ? Object.keys(Object(merged[path[0] ?? ""])) : [""];
          for (const holder of holders) {
            const at = path.slice(0, -1).map((part) => (part === "*" ? holder : part));
            const held = (side: JsonObject) =>
              [...of, path.at(-1) ?? ""].map((name) => valueAt(side, [...at, name]));
            const isOneSides = [versions.theirs, versions.mine].some((side) =>
              sameJson(held(merged), held(side)),
            );
            expect(isOneSides).toBe(true);
          }
        }
      }),
    );
  });
});
