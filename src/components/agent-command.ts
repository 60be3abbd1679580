import { powershellQuote } from "./copy-as-powershell.ts";
import { posixQuote } from "./curl.ts";

export type Shell = "posix" | "powershell";

const BARE = /^[\w:./-]+$/;

/** A word as PowerShell takes it literally. */
export function powershellWord(text: string): string {
  return BARE.test(text) ? text : powershellQuote(text);
}

/**
 * The command that starts an agent, one flag a line, the authtoken in its environment: arguments show in the process list.
 * On Windows `npm.cmd`, because PowerShell swallows the `--` of npm's
 * own script, and the name as plain text: JSON does not survive the way through PowerShell and cmd in every version.
 */
export function agentCommand(shell: Shell, { url, authtoken }: { url: string; authtoken: string }): string {
  const quote = shell === "posix" ? posixQuote : powershellWord;
  const metadata = shell === "posix" ? '{"host":"my-laptop"}' : "my-laptop";
  const flags = [`--url ${quote(url)}`, "--tunnel http:3000", `--metadata ${quote(metadata)}`];
  return shell === "posix"
    ? [`GATEHOUSE_AUTHTOKEN=${quote(authtoken)}`, "npm run agent --", ...flags].join(" \\\n  ")
    : `$env:GATEHOUSE_AUTHTOKEN = ${powershellQuote(authtoken)}\n${["npm.cmd run agent --", ...flags].join(" `\n  ")}`;
}
