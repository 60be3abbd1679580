import { expect, it } from "vitest";
import { issueResolver } from "./issue-resolver.ts";

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
