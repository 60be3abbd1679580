import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "react-router-dom";
import { ipRules } from "#resources/ip-rules.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { QueryGate } from "#components/query-gate.tsx";
import { usePolicyNames } from "#policy-lab/policy-names.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { isLeft } from "./kept-runs.ts";
import { PasteForm } from "./paste-form.tsx";

const loading = <SkeletonRows label="Loading IP rules" />;
const poll = ipRules.every(15_000);

/** Makes many rules of pasted lines: a plan first, then line by line with what came of each, and undo. */
export function Component() {
  const query = useQuery({ ...ipRules.query, refetchOnMount: "always", refetchInterval: poll });
  const { id = "" } = useParams();
  const at = `${useLocation().key} ${id}`;
  const { policies, nameOf } = usePolicyNames();
  // From the page of a policy it leads back there.
  const from = policies.find((policy) => policy.id === id)?.id;
  const back = from === undefined ? href.ipRules() : href.ipPolicy(from);
  const around =
    from === undefined
      ? [{ label: "IP rules", to: back }]
      : [
          { label: "IP policies", to: href.ipPolicies() },
          { label: nameOf(from), to: back },
        ];
  return (
    <Page
      title="Bulk add IP rules"
      crumbs={[...around, { label: "Bulk add" }]}
      freshness={<Freshness query={query} />}
    >
      <QueryGate query={query} tried="load IP rules" loading={loading}>
        {(rules) =>
          // What came of the runs that were left is told by the rules there are now.
          isLeft(at) && query.isFetching ? (
            loading
          ) : (
            <PasteForm key={id} rules={rules} into={id} at={at} back={back} />
          )
        }
      </QueryGate>
    </Page>
  );
}
