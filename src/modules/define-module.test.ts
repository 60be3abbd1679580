// Cause: the backend of a TLS edge that was not chosen was refused by the pattern of its ID, which the form of a new route was not. Law: one
// fault has one message, wherever the module is edited.
import { expect, it } from "vitest";
import { moduleOf } from "./registry.ts";

it("asks to choose where one resource must be and none is, and speaks of IDs where one was typed", () => {
  const said = (backend_id: string) =>
    moduleOf("backend")
      ?.toDraft({ enabled: true, backend_id }, null, null)
      .issues.map(({ message }) => message);
  expect(said("")).toEqual(["is required. Select one or enter its ID"]);
  expect(said("nothing")).toEqual(["must be an ID that starts with bkdtg_"]);
});
