import { RE2JS } from "re2js";
import { useState } from "react";
import { useFieldValues } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";
import { Status } from "#ui/status.tsx";
import { SampleText, textsIn } from "../kit/sample-text.tsx";
import { verdictOf, type Filter, type Verdict } from "#contract/modules/user-agent-verdict.ts";

const SAMPLES = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "curl/8.5.0",
  "python-requests/2.32.3",
].join("\n");

/** Shows which of some user agents the draft lets pass. Everything is computed here; nothing is sent. */
export function UserAgentTester() {
  const [text, setText] = useState(SAMPLES);
  const filter = filterOf(useFieldValues(["allow", "deny"]));
  const lines = text.split(/[\r\n]/).map((line) => line.trim());
  const agents = [null, ...new Set(lines.filter(Boolean))];
  return (
    <>
      <SampleText label="User agents, one per line" value={text} onText={setText} />
      {filter === null ? (
        <Note>Fix the patterns above to see the result</Note>
      ) : (
        <ul aria-label="Result" className="m-0 min-w-0 rounded-md border border-line bg-surface">
          {agents.map((agent) => (
            <Line key={agent} agent={agent} verdict={verdictOf(filter, agent, found)} />
          ))}
        </ul>
      )}
    </>
  );
}

function Line({ agent, verdict }: { agent: string | null; verdict: Verdict }) {
  const { passes, because, pattern } = verdict;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-1.5 last:border-0">
      <Status tone={passes ? "ok" : "bad"}>{passes ? "Allowed" : "Denied"}</Status>
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {agent === null ? <i>no User-Agent header</i> : agent}
      </span>
      <span className="min-w-0 text-xs wrap-anywhere text-content-muted">
        {because === "nothing" ? "no match" : null}
        {because === "absent" ? (
          <>
            add <code className="font-mono">^$</code> to allow it
          </>
        ) : null}
        {pattern === undefined ? null : (
          <>
            {because}: <code className="font-mono">{pattern}</code>
          </>
        )}
      </span>
    </li>
  );
}

/** What the draft says; null while a pattern can't be read. */
function filterOf(lists: unknown[]): Filter | null {
  const [allow, deny] = lists.map(textsIn);
  const isRead = allow && deny && [...allow, ...deny].every(compiles);
  return isRead ? { allow, deny } : null;
}

/** Asked of the engine that matches: it lacks a few things that the contract takes, as decisions/modules/re2.md says. */
function compiles(pattern: string): boolean {
  try {
    return RE2JS.compile(pattern).pattern() === pattern;
  } catch {
    return false;
  }
}

/** RE2 itself, as the service's own engine would: no pattern takes more than linear time. */
function found(pattern: string, text: string): boolean {
  return RE2JS.compile(pattern).matcher(text).find();
}
