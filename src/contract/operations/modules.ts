import { ALL_CONTRACTS, contractOf } from "#contract/modules/contracts.ts";
import { kindsOf } from "#contract/modules/kinds.ts";
import { type ModuleContract, type ModuleOwner, REF_KINDS } from "#contract/modules/module-contract.ts";
import type { ErrorName } from "../error.ts";
import { operation } from "./operation.ts";
import { ITEM_ERRORS } from "./resource.ts";
import { pascal } from "./pascal.ts";

const OWNERS = {
  route: { name: "HttpsEdgeRoute", words: "route", path: "/edges/https/{edge_id}/routes/{id}" },
  httpsEdge: { name: "HttpsEdge", words: "HTTPS edge", path: "/edges/https/{id}" },
  tlsEdge: { name: "TlsEdge", words: "TLS edge", path: "/edges/tls/{id}" },
  tcpEdge: { name: "TcpEdge", words: "TCP edge", path: "/edges/tcp/{id}" },
} as const satisfies Record<ModuleOwner, { name: string; words: string; path: string }>;

/** A module that answers as a sub-resource: its owner, its kind, and the last part of its path. */
export type OwnedModule = { owner: ModuleOwner; kind: string; at: string };

/** Every module of every owner, with the other names some answer at (decisions/contract/module-paths.md). */
export const OWNED_MODULES: readonly OwnedModule[] = (Object.keys(OWNERS) as ModuleOwner[]).flatMap((owner) =>
  ALL_CONTRACTS.filter(({ owners }) => owners.includes(owner)).flatMap(({ kind, alias }) =>
    [kind, ...(alias ? [alias] : [])].map((at) => ({ owner, kind, at })),
  ),
);

/** Modules that can't be on while TLS ends upstream, and the one that says where it ends: only a TLS edge has both. */
const needsTermination = (owner: ModuleOwner, { role, readsTraffic }: ModuleContract) =>
  owner === "tlsEdge" && (readsTraffic || role === "transport");

/** What a write of this module can be refused for besides. */
function writeErrors({ owner, kind }: Pick<OwnedModule, "owner" | "kind">): ErrorName[] {
  const contract = contractOf(owner, kind);
  const { names, role, errors } = contract;
  return [
    ...(names ? [REF_KINDS[names.resource].unknown] : []),
    ...(role === "login" ? (["loginClash", "loginElsewhere"] as const) : []),
    ...errors,
    ...(needsTermination(owner, contract) ? (["terminationNeeded"] as const) : []),
  ];
}

/** What a write of an owner can be refused for because of its modules, each once. */
export function ownerErrors(owner: ModuleOwner): ErrorName[] {
  return [...new Set(kindsOf(owner).flatMap((kind) => writeErrors({ owner, kind })))];
}

/** PUT, GET and DELETE of one module (protocol-facts.md#module-paths). */
export function moduleOperations(module: OwnedModule) {
  const { owner, kind, at } = module;
  const { request, answer } = contractOf(owner, kind);
  const { name: ownerName, words: ownerWords, path: ownerPath } = OWNERS[owner];
  const words = kind.replaceAll("_", " ");
  const id = `${ownerName}${pascal(at)}`;
  const path = `${ownerPath}/${at}` as const;
  const tag = `${ownerWords === "route" ? "HTTPS edge route" : ownerWords} modules`;
  return {
    replace: operation({
      id: `${id}Replace`,
      method: "PUT",
      path,
      summary: `Replace a ${ownerWords}’s ${words}. Omitted fields get their default; omitted secrets stay.`,
      tag,
      body: request,
      wrap: "module",
      checkedByHandler: true,
      status: 200,
      answer,
      errors: [...ITEM_ERRORS, ...writeErrors(module)],
    }),
    get: operation({
      id: `${id}Get`,
      method: "GET",
      path,
      summary: `Get a ${ownerWords}’s ${words}.`,
      tag,
      status: 200,
      answer,
      errors: [...ITEM_ERRORS, "moduleNotSet"],
    }),
    remove: operation({
      id: `${id}Delete`,
      method: "DELETE",
      path,
      summary: `Remove a ${ownerWords}’s ${words}. Also succeeds when it is not set.`,
      tag,
      status: 204,
      errors: ITEM_ERRORS,
    }),
  };
}
