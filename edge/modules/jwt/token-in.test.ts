// Cause: a token is looked for among what a visitor sent. Law: it is found as it was sent, wherever it stands among others, and
// what comes twice is never chosen from (docs/decisions/edge/jwt-validation.md).
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inBody, inHeader, type TokenPlace } from "./token-in.ts";

const text = fc.string({ unit: "binary", maxLength: 12 });
const token = fc.stringMatching(/^[\w-]{1,20}\.[\w-]{1,20}\.[\w-]{1,20}$/);
const placeOf = (name: string, prefix: string): TokenPlace => ({ type: "jwt", method: "body", name, prefix });
const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

test("a token is found in any JSON object and any form, and not where its field comes twice", () => {
  fc.assert(
    fc.property(
      token,
      fc.stringMatching(/^[\w.${}"\\-]{1,10}$/),
      fc.constantFrom("", "Bearer "),
      fc.uniqueArray(fc.tuple(text, fc.jsonValue({ maxDepth: 2 })), {
        selector: ([name]) => name,
        maxLength: 4,
      }),
      (sent, name, prefix, entries) => {
        const others = entries.filter(([other]) => other !== name && other !== "__proto__");
        const place = placeOf(name, prefix);
        const body = JSON.stringify(Object.fromEntries([...others, [name, `${prefix}${sent}`]]));
        expect(inBody(place, JSON_TYPE, Buffer.from(body))).toEqual({ token: sent });
        const again = `${body.slice(0, -1)},${JSON.stringify(name)}:"${sent}"}`;
        expect(inBody(place, JSON_TYPE, Buffer.from(again))).toHaveProperty("absent");
        const form = new URLSearchParams(others.map(([key, value]) => [key, JSON.stringify(value)]));
        form.append(name, `${prefix}${sent}`);
        expect(inBody(place, FORM, Buffer.from(String(form)))).toEqual({ token: sent });
        form.append(name, sent);
        expect(inBody(place, FORM, Buffer.from(String(form)))).toHaveProperty("absent");
      },
    ),
  );
});

test("a token is found in a header of any case after its prefix in any case", () => {
  fc.assert(
    fc.property(
      token,
      fc.stringMatching(/^[A-Z][A-Za-z-]{0,10}$/),
      fc.constantFrom("Bearer ", "JWT ", ""),
      (sent, name, prefix) => {
        const place: TokenPlace = { ...placeOf(name, prefix), method: "header" };
        expect(inHeader(place, { [name.toLowerCase()]: `${prefix.toUpperCase()}${sent}` })).toEqual({
          token: sent,
        });
        expect(inHeader(place, {})).toHaveProperty("absent");
      },
    ),
  );
});
