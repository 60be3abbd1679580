import {
  findContract,
  MODULE_ALIASES,
  type ModuleContract,
  type ModuleOwner,
  OWNER_MODULES,
} from "#contract/modules/contracts.ts";
import type { ErrorName } from "../error.ts";
import { operation } from "./operation.ts";
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
export const OWNED_MODULES: readonly OwnedModule[] = (Object.keys(OWNER_MODULES) as ModuleOwner[]).flatMap(
  (owner) =>
    Object.keys(OWNER_MODULES[owner]).flatMap((kind) => [
      { owner, kind, at: kind },
      ...Object.entries(MODULE_ALIASES)
        .filter(([, named]) => named === kind)
        .map(([at]) => ({ owner, kind, at })),
    ]),
);

/** The contract of an owner's module when its exact types don't matter. */
export function ownedContract(owner: ModuleOwner, kind: string): ModuleContract {
  const contract = findContract(owner, kind);
  if (!contract) throw new Error(`A ${OWNERS[owner].words} has no module ${kind}.`);
  return contract;
}

const getErrors = ["idMalformed", "resourceUnknown"] as const;

/** What a PUT of this kind can be refused for besides. */
function putErrors({ owner, kind }: OwnedModule): ErrorName[] {
  const refs = {
    backend: "backendUnknown",
    ip_restriction: "ipPolicyUnknown",
    mutual_tls: "authorityUnknown",
  };
  const ref = (refs as Record<string, ErrorName>)[kind];
  const login = ["oauth", "saml", "oidc"].includes(kind);
  const termination = owner === "tlsEdge" && ["mutual_tls", "tls_termination", "policies"].includes(kind);
  return [
    ...(ref ? [ref] : []),
    ...(login ? (["loginClash", "loginElsewhere"] as const) : []),
    ...(kind === "saml" ? (["samlMetadataInvalid"] as const) : []),
    ...(termination ? (["terminationNeeded"] as const) : []),
  ];
}

/** PUT, GET and DELETE of one module (protocol-facts.md#module-paths). */
export function moduleOperations(module: OwnedModule) {
  const { owner, kind, at } = module;
  const { request, answer } = ownedContract(owner, kind);
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
      summary: `Replace a ${ownerWords}’s ${words}. A field left out takes its default, a secret left out stays.`,
      tag,
      body: request,
      wrap: "module",
      checkedByHandler: true,
      status: 200,
      answer,
      errors: [...getErrors, ...putErrors(module)],
    }),
    get: operation({
      id: `${id}Get`,
      method: "GET",
      path,
      summary: `Get a ${ownerWords}’s ${words}.`,
      tag,
      status: 200,
      answer,
      errors: [...getErrors, "moduleNotSet"],
    }),
    remove: operation({
      id: `${id}Delete`,
      method: "DELETE",
      path,
      summary: `Remove a ${ownerWords}’s ${words}. One that is not set is fine.`,
      tag,
      status: 204,
      errors: getErrors,
    }),
  };
}
