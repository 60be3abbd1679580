import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { curlOf } from "#components/curl.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { byPolicy } from "#policy-lab/verdict.ts";
import { ipPolicies, isWholePolicy, type PolicyRow } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { href } from "#resources/paths.ts";
import { ObjectPage } from "#table/object-page.tsx";
import { useList } from "#table/use-list.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import type { MenuItems } from "#ui/menu-item.ts";
import { Note } from "#ui/note.tsx";
import { notDeletable, policyTable, type PolicyItem } from "./policy-columns.tsx";

const DeletePolicyDialog = lazyPart(
  () => import("#policy-lab/delete-policy-dialog.tsx"),
  "DeletePolicyDialog",
);

const poll = ipPolicies.every(15_000);

const menuOf = ({ id }: PolicyItem): MenuItems => [
  { label: "Open", icon: "right", to: href.ipPolicy(id) },
  { label: "Add rule…", icon: "plus", to: href.ipRuleNew(`?to=${id}`) },
  "separator",
];

const REMOVAL = {
  disabledReason: notDeletable,
  dialog: (policy: PolicyItem, onClose: () => void) => (
    <DeletePolicyDialog policy={policy} onClose={onClose} />
  ),
};

/** Every IP policy; where the service has none as objects, those that rules name. A new one is made in a dialog over it. */
export function Component() {
  const list = useList(ipPolicies, poll);
  const { data: rules } = useQuery(ipRules.query);
  const items = useMemo(() => withRules(list.items, rules), [list.items, rules]);
  const named = items.some((policy) => !isWholePolicy(policy));
  return (
    <ObjectPage
      resource={ipPolicies}
      table={policyTable}
      list={list}
      rows={items}
      newTo={href.ipPolicyNew()}
      canMake={!named}
      menuOf={menuOf}
      empty={<NoPolicies />}
      note={
        named ? <Note>This service does not list IP policies. These are the ones with rules.</Note> : null
      }
      removal={REMOVAL}
    />
  );
}

function withRules(policies: readonly PolicyRow[], rules: readonly IpPolicyRule[] | undefined): PolicyItem[] {
  const groups = rules && byPolicy(rules);
  return policies.map((policy) => {
    const own = groups?.get(policy.id) ?? [];
    const count = (action: string) => own.filter((rule) => rule.action === action).length;
    return { ...policy, rules: groups ? { allow: count("allow"), deny: count("deny") } : null };
  });
}

function NoPolicies() {
  return (
    <EmptyState title="No IP policies yet">
      <div className="grid gap-4">
        <p>
          An IP policy is a set of rules that allow and deny source addresses. Routes and edges use it in
          their IP restriction. Create one here, or from a shell:
        </p>
        <CodeBlock
          label="the command"
          text={curlOf({ method: "POST", path: "/ip_policies", body: { description: "Office and VPN" } })}
        />
      </div>
    </EmptyState>
  );
}
