// Cause: a copied command whose quotes, methods or bodies a shell or curl reads otherwise sends another request, or runs
// something. Law: curl gets exactly the request that was captured, and what is not in it is named.
import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { httpEvent } from "#testing/traffic-events.ts";
import { requestCurl } from "./request-curl.ts";

/** What a real shell gives to curl: its standard input, then its arguments. */
function runOf(command: string): { input: Buffer; words: string[] } {
  const script = `curl() { case "$*" in *"@-"*) cat;; esac; printf '\\0--\\0'; printf '%s\\0' "$@"; }\n${command}`;
  const out = execFileSync("sh", ["-c", script]);
  const at = out.indexOf("\0--\0");
  return {
    input: out.subarray(0, at),
    words: out
      .subarray(at + 4)
      .toString()
      .split("\0")
      .slice(0, -1),
  };
}
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
const commandOf = (...of: Parameters<typeof httpEvent>) => requestCurl(httpEvent(...of))!;

it("quotes any header, address and body for a shell", () => {
  const value = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/[\0\r\n]/.test(text));
  const body = fc.oneof(
    fc.uint8Array({ minLength: 1 }),
    fc.string({ minLength: 1 }).map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(
      value,
      value,
      body,
      fc.constantFrom("post", "put", "delete"),
      (header, path, bytes, method) => {
        const raw = `https://a.example/${path}`;
        const { text, leftOut } = commandOf({
          "http.request.url.raw": raw,
          "http.request.method": method,
          "http.request.headers": {
            "X-A": [header],
            Accept: ["*/*"],
            "User-Agent": ["a"],
            "Content-Type": ["b"],
          },
          "http.request.body_length": bytes.length,
          "gatehouse.capture.request.content": base64(bytes),
          "gatehouse.capture.request.truncated": false,
        });
        const { input, words } = runOf(text);
        expect(leftOut).toEqual([]);
        expect(words).toContain(raw);
        expect(words).toContain(`X-A: ${header}`);
        expect(words.includes("-X")).toBe(method !== "post");
        const at = words.indexOf("--data-raw");
        expect(at < 0 ? input : Buffer.from(words[at + 1] ?? "")).toEqual(Buffer.from(bytes));
      },
    ),
    { numRuns: 20 },
  );
});

it("leaves out and names what was redacted, cut short or not kept", () => {
  const { text, leftOut, placeholders } = commandOf({
    "http.request.method": "post",
    "http.request.url.raw": "https://a.example/?token=redacted",
    "http.request.headers": { Authorization: ["redacted"], "X-Long": ["abc…"], Host: ["a.example"] },
    "http.request.body_length": 9,
    "gatehouse.redacted": ["http.request.headers.Authorization", "http.request.url.query.token"],
    "gatehouse.truncated": ["http.request.headers.X-Long"],
  });
  expect(leftOut).toEqual(["Authorization", "X-Long", "the body"]);
  // Cause: the secret of a URL was said not to be sent, and the word in its place was. Law: a placeholder is named as one.
  expect(text).toContain("token=redacted");
  expect(placeholders).toEqual([{ in: "url", name: "token" }]);
  expect(text).not.toMatch(/Authorization|X-Long|Host/);
});

it("asks curl for what it would change or read itself", () => {
  const head = commandOf({
    "http.request.method": "head",
    "http.request.url.raw": "http://a.example/[x]/../y",
  });
  expect(runOf(head.text).words).toEqual([
    "--head",
    "--globoff",
    "--path-as-is",
    "http://a.example/[x]/../y",
    "-H",
    "Accept:",
    "-H",
    "User-Agent:",
  ]);
  const tcp = { ...httpEvent(), event_type: "tcp_connection_closed.v0" as const, object: {} };
  expect(requestCurl(tcp)).toBeNull();
});
