import { useQuery } from "@tanstack/react-query";
import { ipRules } from "#resources/ip-rules.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { QueryGate } from "#components/query-gate.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { PasteForm } from "./paste-form.tsx";

/** Makes many rules of pasted lines: a plan first, then line by line with what came of each, and undo. */
export function Component() {
  const query = useQuery({ ...ipRules.query, refetchOnMount: "always" });
  return (
    <Page
      title="Bulk add IP rules"
      crumbs={[{ label: "IP rules", to: href.ipRules() }, { label: "Bulk add" }]}
      freshness={<Freshness query={query} />}
    >
      <QueryGate query={query} tried="load IP rules" loading={<SkeletonRows label="Loading IP rules" />}>
        {(rules) => <PasteForm rules={rules} />}
      </QueryGate>
    </Page>
  );
}
