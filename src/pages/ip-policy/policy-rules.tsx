import { useState } from "react";
import { Link } from "react-router-dom";
import { useEdgeUsers } from "#resources/edge-users.ts";
import { href } from "#resources/paths.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { everyoneIn } from "#policy-lab/everyone.ts";
import { everyoneText, findingTitle } from "#policy-lab/lab-text.ts";
import { byRange } from "#policy-lab/verdict.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";

const SHOWN = 50;
const MORE = 500;

/** The rules of a policy, in the order of their ranges, with the ways to add some. */
export function PolicyRules({ id, rules }: { id: string; rules: readonly IpPolicyRule[] | undefined }) {
  const [shown, setShown] = useState(SHOWN);
  const sorted = rules?.toSorted(byRange);
  const open = rules ? everyoneIn(rules) : [];
  const { users, pending, unread } = useEdgeUsers({ kind: "ip_restriction", id });
  const isUnused = users.length === 0 && !pending && unread.length === 0;
  const rest = (sorted?.length ?? 0) - shown;
  return (
    <Panel
      title="Rules"
      count={sorted ? formatCount(sorted.length) : undefined}
      actions={
        <>
          <ButtonLink to={href.ipPolicyPaste(id)} variant="ghost" size="sm">
            Bulk add
          </ButtonLink>
          <ButtonLink
            to={href.ipRuleNew(`?to=${id}`)}
            state={{ back: href.ipPolicy(id) }}
            variant="ghost"
            size="sm"
            icon="plus"
          >
            Add rule
          </ButtonLink>
        </>
      }
    >
      {sorted === undefined ? <p className="px-4 py-2 text-content-muted">Loading rules…</p> : null}
      {sorted?.some(({ action }) => action === "allow") === false ? (
        <p className="px-4 py-2 text-content-muted">
          {sorted.length === 0
            ? "No rules yet. Where this policy is used, it blocks everyone."
            : "No allow rules. Unless it is used with another policy, it blocks everyone."}
        </p>
      ) : null}
      {isUnused && sorted && sorted.length > 0 ? (
        <p className="border-b border-line px-4 py-2 text-content-muted">
          No edge or route uses this policy yet. Pick one in{" "}
          <Link to={href.edges()} className="link">
            Edges
          </Link>{" "}
          and add IP restriction.
        </p>
      ) : null}
      {open.map((one) => (
        <div key={`${one.kind} ${one.family}`} className="border-b border-line p-2">
          <Note tone="warn">
            <strong>{findingTitle(one)}.</strong> {everyoneText(one)}
          </Note>
        </div>
      ))}
      <ul>
        {sorted?.slice(0, shown).map(({ id: ruleId, action, cidr, description }) => (
          <li
            key={ruleId}
            className="flex min-h-row flex-wrap items-center gap-x-3 border-b border-line px-4 py-1 last:border-b-0"
          >
            <span className="inline-flex w-16 items-center gap-1.5">
              <Icon
                name={action === "allow" ? "check" : "x"}
                className={action === "allow" ? "text-ok" : "text-danger"}
              />
              {action}
            </span>
            <Link
              to={href.ipRule(ruleId)}
              className="font-mono text-xs wrap-anywhere hover:underline md:w-44"
            >
              {cidr}
            </Link>
            <span className="min-w-0 flex-1 basis-32 truncate text-content-muted">{description}</span>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <div className="border-t border-line p-2">
          <Button size="sm" variant="ghost" onClick={() => setShown(shown + MORE)}>
            Show {formatCount(Math.min(rest, MORE))} more
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
