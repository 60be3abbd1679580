import { KINDS } from "#resources/kinds.ts";
import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { ROLES } from "#table/roles.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { ButtonLink, Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { formatCount, plural } from "#ui/format.ts";
import { COLUMNS, newRuleHref } from "./rule-parts.tsx";
import { RuleRow, type RowFacts } from "./rule-row.tsx";
import type { RuleGroup } from "./rule-model.ts";

/** So many rules of one policy are shown at first, and so many more each time they are asked for. */
const SHOWN = 50;
const MORE = 500;
/** So many policies are shown at first, and so many more each time they are asked for. */
const POLICIES = 20;

type Props = {
  groups: readonly RuleGroup[];
  nameOf: (id: string) => string;
  factsOf: (rule: IpPolicyRule) => RowFacts;
  onDelete: (rule: IpPolicyRule) => void;
};

/** Rules under their policies. Arrow up and down move between the rules' links. */
export function RulesTable({ groups, nameOf, factsOf, onDelete }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const [policies, setPolicies] = useState(POLICIES);
  useEffect(() => {
    const element = table.current;
    const move = (event: KeyboardEvent) => element && moveBetweenRules(element, event);
    element?.addEventListener("keydown", move);
    return () => element?.removeEventListener("keydown", move);
  }, []);
  const count = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  return (
    <table
      ref={table}
      {...ROLES.table}
      aria-label="IP rules"
      aria-rowcount={count + groups.length + 1}
      className="block overflow-hidden rounded-md border border-line bg-surface-raised"
    >
      <thead {...ROLES.rowgroup} className="block text-xs text-content-muted max-md:sr-only">
        <tr {...ROLES.row} className={`h-row-head border-b border-line px-4 ${COLUMNS}`}>
          {["Action", "Range", "Description", "Created"].map((head) => (
            <th key={head} {...ROLES.columnheader} className="text-left font-normal">
              {head}
            </th>
          ))}
          <th {...ROLES.columnheader}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      {groups.slice(0, policies).map(({ policyId, rules }) => (
        <Group key={policyId} id={policyId} rules={rules} {...{ nameOf, factsOf, onDelete }} />
      ))}
      {groups.length > policies ? (
        <tbody {...ROLES.rowgroup} className="block">
          <tr {...ROLES.row} className="block border-t border-line px-4 py-2">
            <td {...ROLES.cell} colSpan={5} className="block">
              <Button size="sm" onClick={() => setPolicies(policies + POLICIES)}>
                Show {formatCount(Math.min(POLICIES, groups.length - policies))} of{" "}
                {formatCount(groups.length - policies)} more policies
              </Button>
            </td>
          </tr>
        </tbody>
      ) : null}
    </table>
  );
}

function Group({
  id,
  rules,
  nameOf,
  factsOf,
  onDelete,
}: Omit<Props, "groups"> & { id: string; rules: IpPolicyRule[] }) {
  const [shown, setShown] = useState(SHOWN);
  const [params] = useSearchParams();
  const name = nameOf(id);
  const rest = rules.length - shown;
  return (
    <tbody {...ROLES.rowgroup} className="block not-last:border-b not-last:border-line">
      <tr
        {...ROLES.row}
        className="flex min-h-row flex-wrap items-center gap-x-3 border-b border-line bg-surface-sunken px-4 py-1"
      >
        <th
          {...ROLES.cell}
          colSpan={5}
          scope="rowgroup"
          className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-left font-normal"
        >
          <Link to={href.ipPolicy(id)} className="min-w-0 font-strong wrap-anywhere hover:underline">
            {name}
          </Link>
          <span className="max-md:hidden">
            <CopyId id={id} />
          </span>
          <span className="text-xs text-content-muted max-md:hidden">
            {formatCount(rules.length)}{" "}
            {plural(rules.length, KINDS.ipPolicyRule.short.one, KINDS.ipPolicyRule.short.many)}
          </span>
          <span className="ml-auto">
            <ButtonLink
              to={newRuleHref(params, id)}
              variant="ghost"
              size="sm"
              icon="plus"
              aria-label={`Add rule to ${name}`}
            >
              Add
            </ButtonLink>
          </span>
        </th>
      </tr>
      {rules.slice(0, shown).map((rule) => (
        <RuleRow key={rule.id} rule={rule} {...factsOf(rule)} onDelete={onDelete} />
      ))}
      {rules.length === 0 ? (
        <tr {...ROLES.row} className="block px-4 py-2 text-content-muted">
          <td {...ROLES.cell} colSpan={5} className="block">
            No rules yet. Where this policy is used, it blocks everyone.
          </td>
        </tr>
      ) : null}
      {rest > 0 ? (
        <tr {...ROLES.row} className="block px-4 py-2">
          <td {...ROLES.cell} colSpan={5} className="block">
            <Button size="sm" onClick={() => setShown(shown + MORE)}>
              {rest > MORE ? `Show ${MORE} of ${formatCount(rest)} more` : `Show ${formatCount(rest)} more`}
            </Button>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };

function moveBetweenRules(table: HTMLElement, event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const target = event.target as Element;
  if (!step || target.closest('[role="menu"], [aria-haspopup]')) return;
  const links = [...table.querySelectorAll<HTMLElement>("[data-rule] a")];
  const at = links.findIndex((link) => link.closest("tr")?.contains(target));
  const next = at < 0 ? undefined : links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
