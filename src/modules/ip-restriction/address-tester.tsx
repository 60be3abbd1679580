import { useId, useState } from "react";
import { ErrorNote } from "#components/error-note.tsx";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { readAddress } from "#policy-lab/range.ts";
import { RULE_OF_VERDICTS } from "#policy-lab/lab-text.ts";
import { useOwnAddress } from "#policy-lab/own-address.ts";
import { Button } from "#ui/button.tsx";
import { Input } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { usePolicyNames } from "#policy-lab/policy-names.ts";
import { restrictionVerdict } from "./address-verdict.ts";
import { useChosenPolicies } from "./chosen-policies.ts";

/** Shows whether the draft's policies let an address connect, by the rules the service has now. */
export function AddressTester() {
  const id = useId();
  const [text, setText] = useState("");
  const { ids, rules } = useChosenPolicies();
  const own = useOwnAddress();
  const point = readAddress(text.trim());
  return (
    <>
      <label htmlFor={id} className="font-strong">
        IP address
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          id={id}
          className="max-w-80"
          mono
          placeholder="203.0.113.7 or 2001:db8::7"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {own && text !== own.text ? (
          <Button size="sm" onClick={() => setText(own.text)}>
            Use your address
          </Button>
        ) : null}
      </div>
      {text.trim() !== "" && point === null ? (
        <Note tone="warn">Invalid IP address. Example: 203.0.113.7</Note>
      ) : null}
      {rules.error && rules.data === undefined ? (
        <ErrorNote error={rules.error} tried="load the IP rules" onRetry={() => void rules.refetch()} />
      ) : null}
      {rules.isPending ? <SkeletonRows rows={2} label="Loading the IP rules" /> : null}
      {point && rules.data ? (
        <Outcome verdict={restrictionVerdict(ids, rules.data, point)} ids={ids} />
      ) : null}
      <p className="text-xs text-content-muted">{RULE_OF_VERDICTS}</p>
    </>
  );
}

type Found = { verdict: ReturnType<typeof restrictionVerdict>; ids: readonly string[] };

function Outcome({ verdict: { allowed, outcome, allows, denies, empty }, ids }: Found) {
  const { nameOf } = usePolicyNames();
  const unmatched = ids.length === 0 ? "No policy is selected" : "No rule allows it";
  const why = { unmatched, denied: "A rule denies it", allowed: "" }[outcome];
  return (
    <output className="grid gap-2">
      <span className="flex flex-wrap items-center gap-x-3">
        <Status tone={allowed ? "ok" : "bad"}>{allowed ? "Allowed" : "Blocked"}</Status>
        <span className="text-content-muted">{why}</span>
      </span>
      <ul aria-label="Matching rules" className="m-0 grid gap-1 text-xs">
        {[...denies, ...allows].map((rule) => (
          <Rule key={rule.id} rule={rule} policy={nameOf(rule.ip_policy.id)} />
        ))}
      </ul>
      {empty.length > 0 ? (
        <span className="text-xs wrap-anywhere text-warning">
          Policies without rules: {empty.map(nameOf).join(", ")}
        </span>
      ) : null}
    </output>
  );
}

function Rule({ rule, policy }: { rule: IpPolicyRule; policy: string }) {
  return (
    <li className="flex flex-wrap gap-x-2 wrap-anywhere">
      <span className={rule.action === "deny" ? "text-danger" : "text-ok"}>{rule.action}</span>
      <code className="font-mono">{rule.cidr}</code>
      {rule.description ? <span className="text-content-muted">{rule.description}</span> : null}
      <span className="text-content-faint">{policy}</span>
    </li>
  );
}
