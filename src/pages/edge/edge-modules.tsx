import type { AnyEdge } from "#resources/edges.ts";
import { ownerOfEdge } from "#resources/module-owner.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import { kindsOf } from "#contract/modules/kinds.ts";
import { FindingsPanel } from "#modules/lint/findings.tsx";
import { lint } from "#modules/lint/lint.ts";
import { ModuleList } from "#modules/editor/module-list.tsx";

/** The modules of an edge itself, and what contradicts itself across them. */
export function EdgeModules({ protocol, edge }: { protocol: EdgeProtocol; edge: AnyEdge }) {
  const address = ownerOfEdge({ protocol, id: edge.id });
  const findings = lint({ owner: address.owner, id: edge.id, modules: edge });
  return (
    <>
      <ModuleList address={address} kinds={kindsOf(address.owner)} owner={edge} findings={findings} />
      {findings.length > 0 ? <FindingsPanel owner={address} findings={findings} /> : null}
    </>
  );
}
