import type { AnyEdge } from "#resources/edges.ts";
import { ownerOfEdge } from "#resources/module-owner.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import { edgeName } from "#resources/edge-names.ts";
import { useEdgeLimits } from "#resources/closing.ts";
import { FindingsPanel } from "#modules/editor/findings-panel.tsx";
import { lint } from "#modules/lint/lint.ts";
import { useIpRules } from "#modules/lint/use-ip-rules.ts";
import { ModuleList } from "#modules/editor/module-list.tsx";

/** The modules of an edge itself, and what contradicts itself across them. */
export function EdgeModules({ protocol, edge }: { protocol: EdgeProtocol; edge: AnyEdge }) {
  const address = ownerOfEdge({ protocol, id: edge.id });
  const target = { owner: address.owner, id: edge.id, modules: edge, ipRules: useIpRules(edge) };
  const findings = lint(target, useEdgeLimits());
  return (
    <>
      <ModuleList address={address} target={target} place={edgeName(edge)} findings={findings} />
      <FindingsPanel owner={address} findings={findings} />
    </>
  );
}
