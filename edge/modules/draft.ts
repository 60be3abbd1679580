import type { Edge, Endpoint, IpPolicy, Route, Snapshot } from "../account.ts";

/** A module in place of the one that is saved, and those of other kinds (`off`) that are off then, as a login that it replaces. */
export type DraftModule = {
  ownerId: string;
  kind: string;
  request: Readonly<Record<string, unknown>>;
  off?: readonly string[] | undefined;
};
/** A module, the rules of an IP policy, or both. */
export type Draft = { module?: DraftModule; ipPolicy?: IpPolicy };

/** The account as it would be with a draft. */
export function drafted(snapshot: Snapshot, { module, ipPolicy }: Draft): Snapshot {
  const changed = module ? withModule(snapshot, module) : snapshot;
  if (!ipPolicy) return changed;
  return { ...changed, ipPolicies: new Map([...changed.ipPolicies, [ipPolicy.id, ipPolicy]]) };
}

function withModule(snapshot: Snapshot, { ownerId, kind, request, off = [] }: DraftModule): Snapshot {
  const changed = <O extends Edge | Route>(owner: O): O => {
    if (owner.id !== ownerId) return owner;
    const stay = ([other]: [string, unknown]) => other !== kind && !off.includes(other);
    const others = Object.fromEntries(Object.entries(owner.modules).filter(stay));
    const on = request["enabled"] !== false;
    const modules = on ? { ...others, [kind]: request } : others;
    if (kind !== "backend") return { ...owner, modules };
    return {
      ...owner,
      modules,
      backend: (on && snapshot.backends.get(String(request["backend_id"]))) || null,
    };
  };
  const withEdge = <Key>([at, endpoint]: [Key, Endpoint]): [Key, Endpoint] => {
    const { serves } = endpoint;
    if (!("edge" in serves)) return [at, endpoint];
    const edge = changed({ ...serves.edge, routes: serves.edge.routes.map(changed) });
    return [at, { ...endpoint, serves: { edge } }];
  };
  const hosts = new Map([...snapshot.hosts].map(withEdge));
  return { ...snapshot, hosts, ports: new Map([...snapshot.ports].map(withEdge)) };
}
