import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { ipPolicies, isWholePolicy, type PolicyRow } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { DeleteButton } from "#components/delete-button.tsx";
import { freshOf } from "#components/fresh-query.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { NoSuch } from "#components/no-such.tsx";
import { UsedBy } from "#components/used-by.tsx";
import { QueryGate, thereOf } from "#components/query-gate.tsx";
import { policyName } from "#policy-lab/policy-names.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { PolicyForm } from "./policy-form.tsx";
import { PolicyRules } from "./policy-rules.tsx";

const DeletePolicyDialog = lazyPart(
  () => import("#policy-lab/delete-policy-dialog.tsx"),
  "DeletePolicyDialog",
);

/** One IP policy: name, metadata, its rules, delete. Where the service can't read it, what rules tell of it. */
export function Component() {
  const { id = "" } = useParams();
  const query = freshOf(useQuery({ ...ipPolicies.detail(id), refetchOnMount: "always" }));
  const { data: rules } = useQuery(ipRules.query);
  const [edited, setEdited] = useState(false);
  const policy = query.data;
  const there = thereOf(query);
  const name = policy ? policyName(policy) : id;
  const own = rules?.filter(({ ip_policy }) => ip_policy.id === id);
  const list = <PolicyRules id={id} rules={own} />;
  return (
    <Page
      title={name}
      crumbs={[{ label: "IP policies", to: href.ipPolicies() }, { label: name }]}
      freshness={<Freshness query={query} held={edited} />}
      actions={there && isWholePolicy(there) ? <Actions policy={there} /> : null}
    >
      <QueryGate
        query={query}
        tried="load this policy"
        editing={edited}
        loading={<SkeletonRows label="Loading this policy" />}
        absent={<NoSuch kind="ipPolicy" id={id} known={policy !== undefined} />}
      >
        {(loaded) =>
          isWholePolicy(loaded) ? (
            <PolicyForm
              key={id}
              policy={loaded}
              rules={list}
              onEdited={setEdited}
              side={
                <div className="grid gap-5">
                  <Panel title="Details">
                    <div className="p-4">
                      <Properties rows={detailsOf(loaded)} />
                    </div>
                  </Panel>
                  <HistoryPanel id={id} of="ip_policy_id" />
                </div>
              }
            />
          ) : (
            <>
              <Note>This service does not show IP policies. Only the rules of this one are known.</Note>
              {list}
            </>
          )
        }
      </QueryGate>
    </Page>
  );
}

function detailsOf(policy: PolicyRow) {
  return [
    { label: "ID", value: <CopyId id={policy.id} /> },
    {
      label: "Created",
      value: policy.created_at ? <RelativeTime at={policy.created_at} /> : "unknown",
    },
    { label: "Used by", value: <UsedBy of={{ kind: "ip_restriction", id: policy.id }} /> },
    {
      label: "Test",
      value: (
        <Link to={href.ipRules("#lab")} className="text-accent-text hover:underline">
          Try an address
        </Link>
      ),
    },
  ];
}

function Actions({ policy }: { policy: PolicyRow }) {
  return (
    <>
      <CopyObject of={ipPolicies} object={policy} />
      <DeleteButton
        label="Delete IP policy…"
        to={href.ipPolicies()}
        renderDialog={(props) => <DeletePolicyDialog policy={policy} {...props} />}
      />
    </>
  );
}
