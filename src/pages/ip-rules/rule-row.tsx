import { memo } from "react";
import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { ROLES } from "#table/roles.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { Pill } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { ActionWord, COLUMNS, RuleMenu } from "./rule-parts.tsx";

/** What the lab says of a rule: the address under test matches it; its findings in a word or two. */
export type RowFacts = { matches: boolean; warnings: string; remarks: string };

type Props = RowFacts & { rule: IpPolicyRule; onDelete: (rule: IpPolicyRule) => void };

const words = (text: string) => (text === "" ? [] : text.split("|"));

/** One rule. Facts are texts, so that a row renders again only when it changes. */
export const RuleRow = memo(function RuleRow({ rule, matches, warnings, remarks, onDelete }: Props) {
  const { id, cidr, action, description, created_at } = rule;
  return (
    <tr
      {...ROLES.row}
      data-rule={id}
      className={cx(
        "flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-4 py-2 last:border-b-0 md:min-h-row md:py-1",
        matches ? "bg-accent-soft" : "hover:bg-surface-hover",
        COLUMNS,
      )}
    >
      <td {...ROLES.cell} className="max-md:order-2 max-md:ml-auto">
        <ActionWord action={action} />
      </td>
      <td {...ROLES.cell} className="min-w-0 max-md:order-1">
        <Link to={href.ipRule(id)} className="font-mono text-xs wrap-anywhere hover:underline">
          {cidr}
        </Link>
      </td>
      <td
        {...ROLES.cell}
        className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-content-muted max-md:order-4 max-md:w-full max-md:text-xs"
      >
        {description ? <span className="min-w-0 truncate">{description}</span> : null}
        {words(warnings).map((word) => (
          <Pill key={word} tone="warn" icon="warn">
            {word}
          </Pill>
        ))}
        {words(remarks).map((word) => (
          <Pill key={word}>{word}</Pill>
        ))}
        {matches ? (
          <span className="inline-flex h-5 items-center gap-1 rounded-sm bg-surface-raised px-1.5 text-xs text-accent-text">
            <Icon name="search" size={12} />
            matches
          </span>
        ) : null}
      </td>
      <td {...ROLES.cell} className="text-content-muted max-md:hidden">
        <RelativeTime at={created_at} />
      </td>
      <td {...ROLES.cell} className="max-md:order-3 max-md:-mr-2">
        <RuleMenu rule={rule} onDelete={onDelete} />
      </td>
    </tr>
  );
});
