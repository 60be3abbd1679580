import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createProofs } from "./proof.ts";

const secret = randomBytes(32);
const asking = createProofs(secret, "a");

test("both ends prove the secret, for each other and for this question only", () => {
  const b = createProofs(secret, "b");
  const question = asking.ask("b");
  expect(b.fault(question)).toBeNull();
  expect(asking.answered(question, b.answer(question))).toBe(true);
  expect(asking.answered(asking.ask("b"), b.answer(question))).toBe(false);
  // The proof of a question is no answer to it.
  expect(asking.answered(question, question)).toBe(false);
  expect(Object.values(question).join()).not.toContain(Buffer.from(secret).toString("base64url"));
});

test("a question is good once, at one edge, for a minute", () => {
  let now = 1_000_000;
  const b = createProofs(secret, "b", () => now);
  const ask = () => createProofs(secret, "a", () => now).ask("b");
  const question = ask();
  expect(createProofs(secret, "c", () => now).fault(question)).toMatch(/another edge/);
  expect(b.fault(question)).toBeNull();
  expect(b.fault(question)).toMatch(/before/);
  const old = ask();
  now += 60_001;
  expect(b.fault(old)).toMatch(/clocks/);
  // It is forgotten only once its age refuses it.
  expect(b.fault(question)).not.toBeNull();
  now -= 120_002;
  expect(b.fault(old)).toMatch(/clocks/);
});

test("whatever is changed or left out in a question, it is refused, and so is another secret", () => {
  const names = Object.keys(asking.ask("b"));
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.option(fc.string()), (name, value) => {
      const question = asking.ask("b");
      fc.pre(question[name] !== value);
      const changed = { ...question, [name]: value ?? undefined };
      expect(createProofs(secret, "b").fault(changed)).toMatch(/secret/);
      expect(asking.answered(question, { [names.at(-1)!]: value ?? undefined })).toBe(false);
    }),
  );
  expect(createProofs(randomBytes(32), "b").fault(asking.ask("b"))).toMatch(/secret/);
});
