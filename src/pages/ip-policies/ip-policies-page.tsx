import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import { Outlet, useMatch } from "react-router-dom";
import { ipPolicies, isWholePolicy, type PolicyRow } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { curlOf } from "#components/curl.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href, paths } from "#resources/paths.ts";
import { ResourceList } from "#table/resource-list.tsx";
import { useList } from "#table/use-list.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { byPolicy } from "#policy-lab/verdict.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import {
  exportPolicy,
  policyColumns,
  policyModel,
  policySchema,
  type PolicyItem,
} from "./policy-columns.tsx";

const DeletePolicyDialog = lazyExport(
  () => import("#policy-lab/delete-policy-dialog.tsx"),
  "DeletePolicyDialog",
);

const NOUN = { one: "IP policy", many: "IP policies" };
const poll = ipPolicies.every(15_000);
const keyOf = ({ policy }: PolicyItem) => policy.id;

/** Every IP policy; where the service has none as objects, those that rules name. A new one is made in a dialog over it. */
export function Component() {
  const list = useList(ipPolicies, poll);
  const { data: rules } = useQuery(ipRules.query);
  const [deleting, setDeleting] = useState<PolicyRow | null>(null);
  const making = useMatch(paths.ipPolicyNew) !== null;
  const items = useMemo(() => withRules(list.items, rules), [list.items, rules]);
  const columns = useMemo(() => policyColumns(setDeleting), []);
  const named = items.some(({ policy }) => !isWholePolicy(policy));
  return (
    <Page
      title="IP policies"
      titleExtra={
        items.length === 0 ? null : <span className="text-content-muted">{formatCount(items.length)}</span>
      }
      crumbs={
        making
          ? [{ label: "IP policies", to: href.ipPolicies() }, { label: "New policy" }]
          : [{ label: "IP policies" }]
      }
      freshness={<Freshness query={list.query} />}
      actions={
        named ? null : (
          <ButtonLink to={href.ipPolicyNew()} variant="primary" icon="plus">
            New policy
          </ButtonLink>
        )
      }
    >
      {named ? (
        <Note>
          This service has no list of IP policies. These are the ones that rules name; one without a rule is
          not shown.
        </Note>
      ) : null}
      <ResourceList
        noun={NOUN}
        list={list}
        rows={items}
        keyOf={keyOf}
        model={policyModel}
        schema={policySchema}
        columns={columns}
        empty={<NoPolicies />}
        exportRow={exportPolicy}
      />
      {deleting ? (
        <Suspense>
          <DeletePolicyDialog
            policy={deleting}
            onOpenChange={(open) => {
              if (!open) setDeleting(null);
            }}
          />
        </Suspense>
      ) : null}
      <Outlet />
    </Page>
  );
}

function withRules(policies: readonly PolicyRow[], rules: readonly IpPolicyRule[] | undefined): PolicyItem[] {
  const groups = rules && byPolicy(rules);
  return policies.map((policy) => {
    const own = groups?.get(policy.id) ?? [];
    const count = (action: string) => own.filter((rule) => rule.action === action).length;
    return { policy, rules: groups ? { allow: count("allow"), deny: count("deny") } : null };
  });
}

function NoPolicies() {
  return (
    <EmptyState title="No IP policies yet">
      <div className="grid gap-4">
        <p>
          An IP policy is a set of rules that allow and deny source addresses. The IP restriction of a route
          or an edge names one or more. Make one with “New policy”, or from a shell:
        </p>
        <CodeBlock
          label="the command"
          text={curlOf({ method: "POST", path: "/ip_policies", body: { description: "Office and VPN" } })}
        />
      </div>
    </EmptyState>
  );
}
