import * as fc from "fast-check";
import { createFormControl } from "react-hook-form";
import { expect, it } from "vitest";
import { errorOf } from "./form-internals.ts";
import { dropSettled, issueResolver } from "./issue-resolver.ts";

// Cause: with other fields on the page, an issue of a part that was still loading landed on no field, and the form counted as
// valid. Law: what is refused is never saved, and the form says which part is wrong.
it("keeps an issue of a part whose controls are not there yet, at the part", async () => {
  const issues = [{ path: ["webhook", "secret"], message: "is required" }];
  const resolve = issueResolver(() => issues, ["match", "webhook"]);
  const fields = { match: { ref: { name: "match" }, name: "match", mount: true } } as never;
  const options = { fields, names: ["match"] as never, shouldUseNativeValidation: false };
  const { errors } = await resolve({ match: "/", webhook: {} }, undefined, options);
  expect(Object.keys(errors)).toEqual(["webhook"]);
});

// Cause: a fault stayed until its own field was changed, also where another one had settled it. Law: the faults shown are
// those that were shown before and are found still, at the same control; those of the service stay.
it("drops the faults that are settled and no other", async () => {
  const controls = ["match", "login", "login.id", "login.secret", "login.secret.text"];
  const some = fc.uniqueArray(fc.constantFrom(...controls));
  const issuesAt = (names: string[]) =>
    names.map((name) => ({ path: name.split("."), message: "is required" }));
  await fc.assert(
    fc.asyncProperty(some, some, fc.constantFrom(...controls), async (before, now, told) => {
      const form = createFormControl({
        resolver: issueResolver(() => issuesAt(before), controls),
      });
      for (const name of controls) form.register(name).ref({ name });
      await form.trigger();
      const ofService = !before.some((name) => name.startsWith(told));
      if (ofService) form.setError(told, { type: "server", message: "Taken." });
      dropSettled(form, issuesAt(now), controls);
      for (const name of controls) {
        const kept = before.includes(name) && now.includes(name);
        const type = name === told && ofService ? "server" : kept ? "invalid" : undefined;
        expect(errorOf(form.control, name)?.type).toBe(type);
      }
    }),
  );
});
