import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { curlOf, posixQuote } from "./curl.ts";

describe("curlOf", () => {
  afterEach(forgetConnection);

  it("names the service of the connection and never its key", () => {
    const connection = {
      baseUrl: "https://api.example.com/v1/",
      key: "gh2_secret",
      versionHeader: "Service-Version",
    };
    setConnection(connection, { remember: false });
    const command = curlOf({ method: "POST", path: "/edges/https", body: { description: "it's ours" } });
    expect(command).toBe(
      [
        "curl -X POST https://api.example.com/v1/edges/https",
        '-H "Authorization: Bearer $GATEHOUSE_KEY"',
        "-H 'Service-Version: 2'",
        "-H 'Content-Type: application/json'",
        String.raw`-d '{"description":"it'\''s ours"}'`,
      ].join(" \\\n  "),
    );
  });

  it("quotes any text so that a shell reads it back", () => {
    const texts = fc.sample(
      fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0")),
      50,
    );
    const script = texts.map((text) => `printf '%s\\0' ${posixQuote(text) || "''"}`).join("\n");
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(texts);
  });
});
