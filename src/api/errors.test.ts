import { describe, expect, it } from "vitest";
import {
  ApiError,
  describeError,
  isAbsent,
  Refusal,
  retryOf,
  type ApiErrorKind,
  type Retry,
  staleCause,
} from "./errors.ts";
import { pollEvery, shouldRetry } from "./query-client.ts";

const make = (kind: ApiErrorKind, method: string, status?: number, retryAfterSeconds?: number) =>
  new ApiError({
    kind,
    method,
    status,
    retryAfterSeconds,
    path: "/x",
    msg: "Words of the service.",
    code: "ERR_X_1",
    operationId: "op_1",
  });

describe("retryOf", () => {
  const table: [ApiErrorKind, string, number | undefined, Retry][] = [
    ["network", "GET", undefined, "safe"],
    ["network", "PUT", undefined, "safe"],
    ["network", "POST", undefined, "unsure"],
    ["timeout", "PATCH", undefined, "unsure"],
    ["http", "POST", 400, "no"],
    ["http", "GET", 404, "no"],
    ["http", "POST", 409, "no"],
    ["http", "POST", 429, "wait"],
    ["http", "GET", 500, "safe"],
    ["http", "POST", 500, "unsure"],
    ["http", "GET", 503, "wait"],
    ["http", "POST", 503, "unsure"],
    ["http", "POST", 504, "unsure"],
    ["http", "POST", 501, "no"],
    ["http", "PUT", 507, "no"],
    ["http", "POST", 507, "no"],
    ["drift", "GET", 200, "no"],
    ["drift", "POST", 201, "unsure"],
    ["garbage", "GET", 200, "safe"],
  ];
  it.each(table)("%s of %s %s is %s", (kind, method, status, retry) => {
    expect(retryOf({ kind, method, status })).toBe(retry);
  });
});

describe("describeError", () => {
  it("says what was tried, the service's words, the code and what to do", () => {
    expect(describeError(make("http", "POST", 409), "restart fra-gw-01")).toEqual({
      title: "Could not restart fra-gw-01",
      detail: "Words of the service.",
      status: 409,
      code: "ERR_X_1",
      operationId: "op_1",
      hint: "Retrying won’t help.",
    });
  });
  it("names the wait, the lost key and faults of the console itself", () => {
    expect(describeError(make("http", "GET", 429, 9), "x").hint).toBe("Try again in 9 s.");
    expect(describeError(make("http", "GET", 401), "x").hint).toBe("Sign in with a valid key.");
    expect(describeError(new TypeError("broken"), "x")).toMatchObject({ detail: "broken" });
    expect(describeError("odd", "x")).toMatchObject({ detail: "odd" });
  });
  // Cause: "Too many requests. Try again in 5 s." with "Try again in 5 s." below it. Law: the same.
  it("says once when to try again, where the service says it", () => {
    const limited = { kind: "http", method: "GET", path: "/x", status: 429, retryAfterSeconds: 5 } as const;
    const said = describeError(
      new ApiError({ ...limited, msg: "Too many requests. Try again in 5 s." }),
      "x",
    );
    expect(said).toMatchObject({ detail: "Too many requests. Try again in 5 s.", hint: "" });
  });
  // Cause: "Restore the edge; its routes come with it. Reload the page.": a hint that could not help. Law: what says itself what
  // to do gets no other advice.
  it("adds nothing to what the console says in words of its own", () => {
    expect(describeError(new Refusal("Restore the edge."), "x")).toMatchObject({
      detail: "Restore the edge.",
      hint: "",
    });
    expect(describeError(new TypeError("broken"), "x").hint).toBe("Reload the page.");
  });
  // Cause: a key refused with 403 was told as a request that another change would mend. Law: about a key, the way on is signing in.
  it("says to sign in where the key is what was refused", () => {
    const refused = (code: string) =>
      describeError(
        new ApiError({ kind: "http", method: "PATCH", path: "/x", status: 403, code, msg: "No." }),
        "x",
      ).hint;
    expect(refused("ERR_NGROK_203")).toBe("Sign in with a valid key.");
    expect(refused("ERR_NGROK_630")).toBe("Retrying won’t help.");
  });
  // Cause: a save that a full disk refused was told as one that may have worked. Law: 507 changed nothing, and says what to do.
  it("tells a full disk as one, whose refused save is kept", () => {
    expect(describeError(make("http", "POST", 507), "save the route")).toEqual({
      title: "Could not save the route",
      detail: "The service’s disk is full.",
      status: 507,
      code: "ERR_X_1",
      operationId: "op_1",
      hint: "Free some space, then try again.",
    });
  });
  // Cause: "The service failed. (500)": a number that says nothing to its reader ended the sentence. Law: a status is beside the code,
  // and in no sentence.
  it("says no status in a sentence", () => {
    for (let status = 400; status < 600; status += 1) {
      const { status: beside, code: _, ...words } = describeError(make("http", "POST", status), "save it");
      expect(beside).toBe(status);
      expect(JSON.stringify(words)).not.toContain(String(status));
    }
  });
  // Cause: every failed refresh was told as "no answer", a 500 and a refused key too. Law: it is said only when there was none.
  it("says “no answer” of no failure that was an answer", () => {
    const causes = (["network", "timeout", "http", "drift", "garbage"] as const).map((kind) =>
      staleCause(make(kind, "GET", kind === "http" ? 500 : undefined)),
    );
    expect(causes).toEqual(["No answer", "No answer", "Not refreshed", "Not refreshed", "Not refreshed"]);
    expect(staleCause(new TypeError("broken"))).toBe("Not refreshed");
  });
  // Cause: a service that answers 501 to what it has not got was told as one that fails. Law: 404, 405 and 501 say the same.
  it("knows what says that an extension is missing", () => {
    const absent = [404, 405, 500, 501, 502].filter((status) => isAbsent(make("http", "GET", status)));
    expect(absent).toEqual([404, 405, 501]);
  });
});

describe("polling", () => {
  it("retries once, and never an answer that would be the same", () => {
    expect(shouldRetry(0, make("network", "GET"))).toBe(true);
    expect(shouldRetry(0, make("http", "GET", 502))).toBe(true);
    expect(shouldRetry(1, make("network", "GET"))).toBe(false);
    for (const status of [400, 401, 404, 429, 501])
      expect(shouldRetry(0, make("http", "GET", status))).toBe(false);
    expect(shouldRetry(0, make("drift", "GET", 200))).toBe(false);
  });
  it("slows down while it fails, to once a minute, and obeys Retry-After", () => {
    const every = pollEvery(5000);
    const at = (error: unknown, failingMs: number) =>
      every({ state: { error, dataUpdatedAt: 1000, errorUpdatedAt: 1000 + failingMs } });
    expect(at(null, 0)).toBe(5000);
    expect([5000, 10_000, 20_000, 900_000].map((ms) => at(make("network", "GET"), ms))).toEqual([
      5000, 10_000, 20_000, 60_000,
    ]);
    expect(at(make("http", "GET", 429, 120), 0)).toBe(120_000);
    expect(every({ state: { error: make("network", "GET"), dataUpdatedAt: 0, errorUpdatedAt: 9e12 } })).toBe(
      10_000,
    );
  });
});
