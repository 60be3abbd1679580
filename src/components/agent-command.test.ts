import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTunnel } from "#agent/tunnel-flag.ts";
import { aclRuleFault } from "#contract/acl-rule.ts";
import { mayBind } from "#contract/may-bind.ts";
import { agentCommand, powershellWord, type Shell } from "./agent-command.ts";
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

  // Cause: the command beside an authtoken for bind:*.preview.example opened a tunnel without a hostname, which is always refused.
  // Law: a command that is offered works as it is.
  it("opens a tunnel that the rules of its authtoken permit", () => {
    const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,6}[a-z0-9])?$/);
    const domain = fc.array(label, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("."));
    const port = fc.oneof(
      fc.constant(""),
      fc.integer({ min: 1, max: 65_535 }).map((one) => `:${one}`),
    );
    const name = fc
      .tuple(fc.constantFrom("", "*."), domain, port, fc.boolean())
      .map(([star, base, at, loud]) => `bind:${star}${loud ? base.toUpperCase() : base}${at}`);
    const part = fc.oneof(fc.constant("*"), label);
    const labels = fc.tuple(part, part).map(([key, value]) => `bind:${key}=${value}`);
    const acl = fc.array(fc.oneof(name, labels, fc.constant("*")), { maxLength: 4 });
    fc.assert(
      fc.property(acl, fc.constantFrom<Shell>("posix", "powershell"), (rules, shell) => {
        for (const rule of rules) expect(aclRuleFault(rule)).toBeNull();
        const command = agentCommand(shell, { ...about, acl: rules });
        const valueOf = (flag: string) => new RegExp(`--${flag} '?([^'\\s]+)`).exec(command)?.[1];
        const [key, value] = valueOf("label")?.split("=") ?? [];
        const asLabels = key === undefined ? undefined : { [key]: value ?? "" };
        expect(mayBind(rules, readTunnel(valueOf("tunnel") ?? "", asLabels))).toBe(true);
      }),
    );
    expect(agentCommand("posix", { ...about, acl: ["bind:*.preview.example"] })).toContain(
      "--tunnel http:3000,hostname=my-app.preview.example ",
    );
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
