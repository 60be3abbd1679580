import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "#api/errors.ts";
import { checkInput, linkRefusalOf, refusalOf, safeNext } from "./outcome.ts";

const origin = "https://console.example";
const good = { baseUrl: "https://a.example/api", key: "gh2_x", versionHeader: "Service-Version" };

describe("checkInput", () => {
  it.each([
    [{ baseUrl: "" }, "baseUrl", "Enter the service address"],
    [{ baseUrl: "http://[" }, "baseUrl", "Invalid address"],
    // Cause: words that are no URL were taken for a path, and the answer was of a path. Law: an error names what is wrong.
    [{ baseUrl: "http://127.0.0.1/not%20a%20url" }, "baseUrl", "Invalid address"],
    [{ baseUrl: "ftp://a.example" }, "baseUrl", "http://"],
    [{ baseUrl: "https://me:secret@a.example/api" }, "baseUrl", "name and password"],
    [{ baseUrl: "https://a.example/api?key=x" }, "baseUrl", "? or #"],
    [{ key: "" }, "key", "Paste"],
    [{ key: "two words" }, "key", "without spaces"],
    [{ key: "☃" }, "key", "Invalid API key"],
    [{ versionHeader: "No: header" }, "versionHeader", "Invalid header name"],
  ])("%j is refused at %s", (change, field, words) => {
    const refusal = checkInput({ ...good, ...change }, origin);
    expect(refusal?.field).toBe(field);
    expect(refusal?.text).toContain(words);
  });

  it.each(["https://a.example", "/api", "http://127.0.0.1:4180/api"])("%s is fine", (baseUrl) => {
    expect(checkInput({ ...good, baseUrl }, origin)).toBeNull();
  });

  it("never repeats the key", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (key) => {
        expect(checkInput({ ...good, key }, origin)?.text ?? "").not.toContain(key);
      }),
    );
  });
});

// Cause: "The service refused this key (401): …" told a reader a number. Law: the status is for support, beside the words.
it.each([401, 403, 404, 405, 410, 429, 500])("says %i in no sentence, and keeps it", (status) => {
  const error = new ApiError({
    kind: "http",
    method: "GET",
    path: "/x",
    status,
    msg: "No.",
    code: "ERR_X_217",
  });
  for (const named of [
    error,
    new ApiError({ kind: "http", method: "GET", path: "/x", status, msg: "No." }),
  ]) {
    const refusals = [refusalOf(named, good, origin, false), linkRefusalOf(named, good, origin)];
    for (const { text, hint = "", ...beside } of refusals) {
      expect(`${text} ${hint}`).not.toContain(String(status));
      // That a service has no links at all is no failure.
      expect(beside.status === status).toBe(!text.startsWith("This service has no"));
    }
  }
});

describe("safeNext", () => {
  it.each([
    ["/keys?a=1", "/keys?a=1"],
    ["/edges/https/e1/routes/r1", "/edges/https/e1/routes/r1"],
    [null, "/sessions"],
    ["", "/sessions"],
    ["//evil.example", "/sessions"],
    ["/\\evil.example", "/sessions"],
    ["/\t/evil.example", "/sessions"],
    ["https://evil.example", "/sessions"],
    ["javascript:alert(1)", "/sessions"],
    ["/connect?next=/connect", "/sessions"],
  ])("%s → %s", (next, to) => expect(safeNext(next, origin, "/sessions")).toBe(to));

  it("always stays on this origin", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (next) => {
          expect(new URL(safeNext(next, origin, "/sessions"), origin).origin).toBe(origin);
        },
      ),
    );
  });
});
