import { ID_PREFIXES } from "#contract/common.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { type ModuleOwner, REF_KINDS } from "#contract/modules/module-contract.ts";

/** What is referred to, by which module under which field, and where its owners are. */
export const REFERENCES = ALL_CONTRACTS.flatMap(({ kind, names, owners, example }) => {
  if (!names) return [];
  const { resource, field } = names;
  const { path: collection, unknown: problem } = REF_KINDS[resource];
  const many = Array.isArray((example as Record<string, unknown>)[field]);
  return [{ problem, kind, field, many, prefix: ID_PREFIXES[resource], collection, owners }];
});
export type Reference = (typeof REFERENCES)[number];

/** Paths of the owners of modules. */
export const OWNER_PATHS = {
  route: "/edges/https/{edge_id}/routes/{id}",
  httpsEdge: "/edges/https/{id}",
  tlsEdge: "/edges/tls/{id}",
  tcpEdge: "/edges/tcp/{id}",
} as const satisfies Record<ModuleOwner, string>;

/** The module's body that names one. */
export const referring = ({ field, many }: Reference, id: string): object => ({ [field]: many ? [id] : id });
