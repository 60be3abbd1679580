import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSample } from "./sample.ts";

const TOKEN = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJhIn0.c2ln";
const header = { method: "header", name: "Authorization", value: `Bearer ${TOKEN}` };
const carriers = (text: string) => {
  const read = readSample(text);
  return "carriers" in read ? read.carriers : read;
};

// Cause: only bare header lines were known, and a whole request or a curl command was read as a token "with 4 parts".
// Law: the tester says where the token is looked for.
describe("what was pasted", () => {
  it.each([
    ["a request", `GET /a?b=c HTTP/1.1\nHost: x\nAuthorization: Bearer ${TOKEN}`],
    ["a request of HTTP/2", `GET / HTTP/2\r\nhost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`],
    [
      "what curl -v prints",
      `* Trying ::1\n> GET / HTTP/1.1\n> Host: x\n> Authorization: Bearer ${TOKEN}\n>\n< HTTP/1.1 401\n< x: y`,
    ],
    ["one line of curl -v", `> Authorization: Bearer ${TOKEN}`],
    ["curl -H '…'", `curl https://x/ -H 'Accept: */*' -H 'Authorization: Bearer ${TOKEN}'`],
    ['curl -H "…"', `$ curl -H "Authorization: Bearer ${TOKEN}" "https://x/?a=b"`],
    [
      "curl over lines",
      `curl 'https://x/' \\\n  -X POST \\\n  --header 'Authorization: Bearer ${TOKEN}' \\\n  --compressed`,
    ],
    ["-H alone", `-H 'Authorization: Bearer ${TOKEN}'`],
  ])("%s", (_, text) => {
    expect(carriers(text)).toContainEqual(header);
  });

  it("holds the body fields of a request and of a curl command", () => {
    const field = { method: "body", name: "token", value: TOKEN };
    expect(carriers(`POST / HTTP/1.1\nHost: x\n\n{"token":"${TOKEN}"}`)).toContainEqual(field);
    expect(carriers(`POST / HTTP/1.1\nHost: x\n\na=b&token=${TOKEN}`)).toContainEqual(field);
    expect(carriers(`curl https://x/ --data-raw '{"token":"${TOKEN}"}'`)).toEqual([field]);
    expect(carriers(`curl https://x/ -d a=b -d token=${TOKEN}`)).toContainEqual(field);
  });

  it("is a token alone when it is nothing else, wrapped or not", () => {
    expect(readSample(`  ${TOKEN.slice(0, 20)}\n ${TOKEN.slice(20)} `)).toEqual({ token: TOKEN });
    expect(readSample(`Bearer ${TOKEN}`)).toEqual({ token: `Bearer ${TOKEN}` });
  });

  it("may be anything, and is read at once", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("", "curl ", "> ", "GET / HTTP/1.1\n"), (text, before) => {
        expect(() => readSample(before + text)).not.toThrow();
      }),
    );
    const long = `curl ${"-H ".repeat(20_000)}"${"\\".repeat(20_000)}`;
    const from = performance.now();
    readSample(long);
    expect(performance.now() - from).toBeLessThan(1000);
  });
});
