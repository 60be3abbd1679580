import { Note } from "#ui/note.tsx";
import { everyoneFinding } from "./findings.ts";
import type { RuleLike } from "./verdict.ts";
import { findingText, findingTitle } from "./lab-text.ts";

/** Warns, before anything is sent, of rules that would open or close a policy to everyone. */
export function EveryoneNote({ rules }: { rules: readonly RuleLike[] }) {
  const findings = rules.flatMap((rule) => everyoneFinding(rule) ?? []);
  if (findings.length === 0) return null;
  return (
    <Note tone="warn">
      {findings.map((finding) => (
        <p key={finding.rule.id}>
          <strong>{findingTitle(finding)}.</strong> {findingText(finding)}
        </p>
      ))}
    </Note>
  );
}
