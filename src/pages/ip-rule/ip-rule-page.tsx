import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useDialogParam } from "#components/use-dialog-param.ts";
import { Navigate, useParams, useSearchParams } from "react-router-dom";
import { ipRules } from "#resources/ip-rules.ts";
import { replacedHere } from "#resources/replaced-here.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { DeleteButton } from "#components/delete-button.tsx";
import { freshOf } from "#components/fresh-query.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { NoSuch } from "#components/no-such.tsx";
import { QueryGate, thereOf } from "#components/query-gate.tsx";
import { RefLink } from "#components/ref-link.tsx";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { usePolicyNames } from "#policy-lab/policy-names.ts";
import { readRange } from "#policy-lab/range.ts";
import { RulesPreview } from "#traffic/rules-preview.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { RuleForm } from "./rule-form.tsx";
import { RuleFindings } from "./rule-findings.tsx";

const DeleteRuleDialog = lazyPart(() => import("#policy-lab/delete-rule-dialog.tsx"), "DeleteRuleDialog");
const ReplaceDialog = lazyPart(() => import("./replace-dialog.tsx"), "ReplaceDialog");

/** The page of an IP rule; one that was replaced here leads to the new one. */
export function Component() {
  const { id = "" } = useParams();
  const successor = replacedHere.get(id);
  return successor === undefined ? <RulePage id={id} /> : <Navigate to={href.ipRule(successor)} replace />;
}

/** One IP rule: range and texts in place, action and policy by replacement, what the lab says of it, delete with undo. */
function RulePage({ id }: { id: string }) {
  const [params] = useSearchParams();
  const query = freshOf(useQuery({ ...ipRules.detail(id), refetchOnMount: "always" }));
  const [edited, setEdited] = useState(false);
  const rule = query.data;
  const there = thereOf(query);
  const { nameOf } = usePolicyNames();
  const { isOpen, open, close } = useDialogParam("replace");
  const { data: all } = useQuery(ipRules.query);
  const siblings = useMemo(
    () => (rule && all ? all.filter((one) => one.ip_policy.id === rule.ip_policy.id) : []),
    [all, rule],
  );
  const name = rule ? `${rule.action} ${rule.cidr}` : id;
  const suggested = params.get("cidr");
  return (
    <Page
      title={name}
      crumbs={[{ label: "IP rules", to: href.ipRules() }, { label: name }]}
      freshness={<Freshness query={query} held={edited} />}
      actions={there ? <Actions rule={there} nameOf={nameOf} edited={edited} onReplace={open} /> : null}
    >
      <QueryGate
        query={query}
        tried="load this rule"
        editing={edited}
        loading={<SkeletonRows label="Loading this rule" />}
        absent={<NoSuch kind="ipPolicyRule" id={id} known={rule !== undefined} />}
      >
        {(loaded) => (
          <RuleForm
            key={id}
            rule={loaded}
            siblings={siblings}
            nameOf={nameOf}
            suggested={suggested !== null && readRange(suggested) ? suggested : null}
            onEdited={setEdited}
            side={
              <div className="grid gap-5">
                <Panel title="Details">
                  <div className="p-4">
                    <Properties rows={detailsOf(loaded, nameOf)} />
                  </div>
                </Panel>
                <RuleFindings saved={loaded} siblings={siblings} checked={all !== undefined} />
                <HistoryPanel id={id} />
              </div>
            }
          />
        )}
      </QueryGate>
      {/* It stays with its outcome where the rule is gone. */}
      {rule && isOpen ? <ReplaceDialog rule={rule} onClose={close} /> : null}
    </Page>
  );
}

function detailsOf(rule: IpPolicyRule, nameOf: (id: string) => string) {
  return [
    { label: "ID", value: <CopyId id={rule.id} /> },
    {
      label: "Policy",
      value: <RefLink reference={rule.ip_policy} name={nameOf(rule.ip_policy.id)} known withId />,
    },
    { label: "Created", value: <RelativeTime at={rule.created_at} /> },
  ];
}

function Actions(props: {
  rule: IpPolicyRule;
  nameOf: (id: string) => string;
  edited: boolean;
  onReplace: () => void;
}) {
  const { rule, nameOf, edited, onReplace } = props;
  const { data: all } = useQuery(ipRules.query);
  return (
    <>
      <CopyObject of={ipRules} object={rule} />
      <Button
        icon="refresh"
        disabledReason={edited ? "Save or discard your changes first" : undefined}
        onClick={onReplace}
      >
        Change action or policy…
      </Button>
      <DeleteButton
        label="Delete…"
        to={href.ipRules()}
        renderDialog={(props) => (
          <DeleteRuleDialog
            rule={rule}
            rules={all ?? [rule]}
            nameOf={nameOf}
            Preview={RulesPreview}
            {...props}
          />
        )}
      />
    </>
  );
}
