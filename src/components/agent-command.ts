import { powershellQuote } from "./copy-as-powershell.ts";
import { posixQuote } from "./curl.ts";

export type Shell = "posix" | "powershell";

const BARE = /^[\w:./-]+$/;

/** A word as PowerShell takes it literally. */
export function powershellWord(text: string): string {
  return BARE.test(text) ? text : powershellQuote(text);
}

/** Stands in a command for a name that its reader chooses. */
export const CHOSEN = "my-app";

/** What the authtoken permits, of which the tunnel is one; the labels it has to have, "name=value"; with those its protocol. */
export type Wanted = { acl?: readonly string[]; labels?: readonly string[]; proto?: "http" | "tcp" };

/**
 * The flags of one tunnel that the rules of an authtoken permit (protocol-facts.md#authtokens): with a name below a wildcard,
 * the name itself, TCP where it has a port, or labels where there is no name. No rule, and `*`, permit any.
 */
function tunnelFlags(
  { acl = [], labels = [], proto = "http" }: Wanted,
  quote: (text: string) => string,
): string[] {
  if (labels.length > 0) return [`--tunnel ${proto}:3000`, ...labels.map((one) => `--label ${quote(one)}`)];
  const subjects = acl.includes("*") ? [] : acl.map((rule) => rule.replace(/^bind:/, ""));
  const name = subjects
    .find((one) => !one.includes("="))
    ?.replace(/^\*/, CHOSEN)
    .toLowerCase();
  if (name) return [`--tunnel ${quote(`${name.includes(":") ? "tcp" : "http"}:3000,hostname=${name}`)}`];
  const [label] = subjects;
  if (!label) return ["--tunnel http:3000"];
  const at = label.indexOf("=");
  const [key, value] = [label.slice(0, at), label.slice(at + 1)].map((one) => (one === "*" ? CHOSEN : one));
  return ["--tunnel http:3000", `--label ${quote(`${key}=${value}`)}`];
}

/**
 * The command that starts an agent, one flag a line, the authtoken in its environment: arguments show in the process list.
 * On Windows `npm.cmd`, because PowerShell swallows the `--` of npm's
 * own script, and the name as plain text: JSON does not survive the way through PowerShell and cmd in every version.
 */
export function agentCommand(
  shell: Shell,
  { url, authtoken, ...wanted }: Wanted & { url: string; authtoken: string },
): string {
  const quote = shell === "posix" ? posixQuote : powershellWord;
  const metadata = shell === "posix" ? '{"host":"my-laptop"}' : "my-laptop";
  const flags = [`--url ${quote(url)}`, ...tunnelFlags(wanted, quote), `--metadata ${quote(metadata)}`];
  return shell === "posix"
    ? [`GATEHOUSE_AUTHTOKEN=${quote(authtoken)}`, "npm run agent --", ...flags].join(" \\\n  ")
    : `$env:GATEHOUSE_AUTHTOKEN = ${powershellQuote(authtoken)}\n${["npm.cmd run agent --", ...flags].join(" `\n  ")}`;
}
