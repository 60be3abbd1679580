import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentCommand, powershellWord } from "./agent-command.ts";
import { posixQuote } from "./curl.ts";

const about = { url: "http://127.0.0.1:4180", authtoken: "gha_x" };

// Cause: the command gave the authtoken as an argument, which every user of the machine sees. Law: secrets in no process list.
describe("agentCommand", () => {
  it("reaches a POSIX shell's program word by word", () => {
    const program = `sh -c 'printf "%s\\n" "$GATEHOUSE_AUTHTOKEN" "$@"' sh`;
    const script = agentCommand("posix", about).replace("npm run agent --", program);
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8" }).trimEnd().split("\n")).toEqual([
      "gha_x",
      "--url",
      about.url,
      "--tunnel",
      "http:3000",
      "--metadata",
      '{"host":"my-laptop"}',
    ]);
  });

  it("goes on over lines with PowerShell's back tick", () => {
    expect(agentCommand("powershell", about).split("\n").slice(0, 3)).toEqual([
      "$env:GATEHOUSE_AUTHTOKEN = 'gha_x'",
      "npm.cmd run agent -- `",
      "  --url http://127.0.0.1:4180 `",
    ]);
  });
});

describe("quoting", () => {
  it("keeps any text in a POSIX shell", () => {
    const text = fc.string({ minLength: 1, maxLength: 30 }).filter((one) => !one.includes("\0"));
    fc.assert(
      fc.property(text, (word) => {
        expect(execFileSync("sh", ["-c", `printf '%s' ${posixQuote(word)}`], { encoding: "utf8" })).toBe(
          word,
        );
      }),
      { numRuns: 50 },
    );
  });

  it("doubles single quotes for PowerShell", () => {
    expect(powershellWord("it's")).toBe("'it''s'");
    expect(powershellWord("@x")).toBe("'@x'");
    expect(powershellWord("plain-1.0")).toBe("plain-1.0");
  });
});
