import { useState } from "react";
import { Link } from "react-router-dom";
import { ErrorNote } from "#components/error-note.tsx";
import { href } from "#resources/paths.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { ReplacementOutcome } from "#policy-lab/replacement.ts";
import { useRuleWrites } from "#policy-lab/rule-writes.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";

type Failed = Exclude<ReplacementOutcome, { state: "done" }>;
type Stuck = Extract<ReplacementOutcome, { state: "stuck" }>;
type Props = {
  rule: IpPolicyRule;
  outcome: ReplacementOutcome;
  nameOf: (id: string) => string;
  /** Told once what was stuck is taken back after all. */
  onSettled: (outcome: ReplacementOutcome) => void;
};

/** What came of a replacement that was not done, and what is there now. */
export function ReplaceOutcome(props: Props) {
  const { outcome } = props;
  if (outcome.state === "done") return null;
  return (
    <>
      <ErrorNote error={outcome.error} tried={triedOf(outcome)} />
      <Now {...props} outcome={outcome} />
    </>
  );
}

function triedOf(outcome: Failed): string {
  if (outcome.state === "unchanged") return "replace the rule";
  return "finish step 2";
}

function Now(props: Props & { outcome: Failed }) {
  const { rule, outcome } = props;
  if (outcome.state === "unchanged") {
    return <Note tone="ok">Nothing was changed.</Note>;
  }
  if (outcome.state === "stuck") return <Left {...props} stuck={outcome} />;
  return (
    <Note tone="ok">
      Rolled back: {rule.action} <span className="font-mono">{rule.cidr}</span>{" "}
      {outcome.rule.id === rule.id ? "is unchanged." : "is restored with a new ID. "}
      {outcome.rule.id === rule.id ? null : (
        <Link to={href.ipRule(outcome.rule.id)} className="link">
          Open it
        </Link>
      )}
    </Note>
  );
}

/** Taking back failed as well: says what is there, and offers to try that again. */
function Left({ rule, stuck, nameOf, onSettled }: Props & { stuck: Stuck }) {
  const { create, remove } = useRuleWrites();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(stuck.compensation);
  const again = async () => {
    setBusy(true);
    try {
      if (stuck.created) await remove(stuck.created.id);
      const back = stuck.missing ? await create(stuck.missing) : rule;
      onSettled({ ...stuck, state: "compensated", rule: back });
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  const policy = nameOf(rule.ip_policy.id);
  return (
    <>
      <ErrorNote error={error} tried="roll back step 1" />
      <Note
        tone="warn"
        actions={
          <Button size="sm" busy={busy} onClick={() => void again()}>
            {stuck.missing ? "Restore the old rule" : "Delete the new rule"}
          </Button>
        }
      >
        {stuck.missing ? (
          <>
            {policy} no longer has {rule.action} <span className="font-mono">{rule.cidr}</span>. Activity can
            restore it later, too.
          </>
        ) : (
          <>Both rules exist now: the old one in {policy}, and the new one.</>
        )}
      </Note>
    </>
  );
}
