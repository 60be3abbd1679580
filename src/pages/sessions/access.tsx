import { accessWords } from "#modules/lint/open-words.ts";
import { useIpRules } from "#modules/lint/use-ip-rules.ts";
import { protocolOf, type EdgeRow } from "#resources/edge-discovery.ts";
import { EDGE_KINDS } from "#resources/edge-names.ts";

/** Who can connect to an edge or a route of these edges. Import lazily. */
export function Access({ id, edges }: { id: string; edges: readonly EdgeRow[] }) {
  const targets = edges.flatMap((edge) => [
    { owner: EDGE_KINDS[protocolOf(edge) ?? "https"], id: edge.id, modules: edge },
    ...(edge.routes ?? []).map((route) => ({ owner: "route" as const, id: route.id, modules: route, edge })),
  ]);
  const target = targets.find((one) => one.id === id);
  const ipRules = useIpRules(target?.modules);
  if (!target) return null;
  return <span className="block text-xs text-content-muted">{accessWords({ ...target, ipRules })}</span>;
}
