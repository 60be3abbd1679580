// Cause: a test request of a draft had its module as raw JSON. Law: a value reads as its page calls it.
import { expect, it } from "vitest";
import { changesOf } from "./changes-of.ts";

it("names the module of a test request", () => {
  const module = { owner_id: "edghtsrt_1", kind: "jwt_validation" };
  const [part] = changesOf({
    event_id: "ev_1",
    event_type: "test_request_created.v0",
    event_timestamp: "2026-11-21T11:00:00Z",
    principal: { id: "usr_1", subject: "ops laptop" },
    object: { id: "ev_2", module },
  });
  const field = part?.definition.fields.find(({ name }) => name === "module");
  expect(field?.show(module)).toBe("JWT validation");
});
