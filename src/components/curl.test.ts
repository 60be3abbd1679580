import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { curlOf, posixQuote } from "./curl.ts";

/** What a real shell makes of a text: curl's standard input, then its arguments. */
function argumentsOf(command: string): string[] {
  const script = `curl() { cat; printf '\\0'; printf '%s\\0' "$@"; }\nGATEHOUSE_API_KEY=the-key\n${command}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}
const connect = (baseUrl: string) =>
  setConnection({ baseUrl, key: "gh2_secret", versionHeader: "Service-Version" }, { remember: false });
const word = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));

describe("curlOf", () => {
  afterEach(forgetConnection);

  it("names the service of the connection and never its key", () => {
    connect("https://api.example.com/v1/");
    const command = curlOf({ method: "POST", path: "/edges/https", body: { description: "it's ours" } });
    expect(command).toBe(
      [
        'echo "Authorization: Bearer $GATEHOUSE_API_KEY" | curl -X POST https://api.example.com/v1/edges/https',
        "-H @-",
        "-H 'Service-Version: 2'",
        "-H 'Content-Type: application/json'",
        String.raw`-d '{"description":"it'\''s ours"}'`,
      ].join(" \\\n  "),
    );
  });

  it("quotes any text so that a shell reads it back", () => {
    const texts = [...fc.sample(word, 50), "", "=ls", "~", "a=b", "$HOME `id` \\ ! \n'"];
    const script = texts.map((text) => `printf '%s\\0' ${posixQuote(text)}`).join("\n");
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(texts);
  });

  // Cause: curl got the key as an argument, which every user of the machine sees. Law: no secret in the process list.
  it("reaches curl with exactly the request it was made from, the key on its standard input alone", () => {
    connect("http://127.0.0.1:4180/api");
    fc.assert(
      fc.property(word, fc.jsonValue({ maxDepth: 3 }), (id, value) => {
        const path = `/edges/${encodeURIComponent(id)}`;
        const [header, ...argv] = argumentsOf(curlOf({ method: "PUT", path, body: { value, id } }));
        expect(header).toBe("Authorization: Bearer the-key\n");
        expect(argv.slice(0, -1)).toEqual([
          "-X",
          "PUT",
          `http://127.0.0.1:4180/api${path}`,
          "-H",
          "@-",
          "-H",
          "Service-Version: 2",
          "-H",
          "Content-Type: application/json",
          "-d",
        ]);
        expect(argv.at(-1)).toBe(JSON.stringify({ value, id }));
      }),
      { numRuns: 60 },
    );
  });
});
