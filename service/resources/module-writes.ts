import { isDeepStrictEqual } from "node:util";
import { kindsOf, LOGIN_MODULES } from "#contract/modules/kinds.ts";
import type { ModuleOwner, ModuleRef, RefKind } from "#contract/modules/module-contract.ts";
import { type SamlMade, samlMade } from "#contract/modules/saml.ts";
import { contractOf } from "#contract/modules/contracts.ts";
import type { ErrorName, Issue } from "#contract/error.ts";
import { faulty } from "../errors.ts";
import { samlUrl } from "../http/public-base.ts";
import { idsByKind, unknownRefs } from "../rules/module-refs.ts";
import {
  loginClash,
  loginElsewhere,
  type ModuleSet,
  type RouteLogin,
  terminationClash,
} from "../rules/modules-together.ts";
import { largePatterns } from "../rules/patterns.ts";
import { samlMetadataFault } from "../rules/saml-metadata.ts";
import { moduleOf, modulesBeside, modulesOf, putModule, storedObject } from "../store/modules.ts";
import { lockIds } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { samlCertificate } from "../store/signing-keys.ts";

/** Whose modules are written, and what those need that can't be made inside a transaction. */
export type ModuleTarget = {
  owner: ModuleOwner;
  id: string;
  /** Base of every `uri`. */
  base: string;
  /** From {@link prepareModules}. */
  certificate: string | null;
  /** Only this module is the request's body, so that the paths of faults begin below its name. */
  alone?: boolean;
};

/** The signing certificate when a body, checked or not, sets a module that shows it. Call it before the transaction. */
export async function prepareModules(db: Db, body: unknown): Promise<string | null> {
  const saml = typeof body === "object" && body !== null && "saml" in body ? body.saml : null;
  return saml ? samlCertificate(db) : null;
}

function refuse({ alone }: ModuleTarget, problem: ErrorName, issues: readonly Issue[]): never {
  const placed = issues.map(({ path, message }) => ({ path: alone ? path.slice(1) : path, message }));
  throw faulty(problem, placed);
}

async function checkRefs(trx: Db, target: ModuleTarget, refs: readonly ModuleRef[]): Promise<void> {
  const existing = new Map<RefKind, Set<string>>();
  for (const [kind, ids] of idsByKind(refs)) existing.set(kind, await lockIds(trx, kind, ids));
  const fault = unknownRefs(refs, (kind, id) => existing.get(kind)?.has(id) ?? false);
  if (fault) refuse(target, fault.problem, fault.issues);
}

function checkSaml(target: ModuleTarget, requests: ModuleSet): void {
  const saml = requests["saml"] as { idp_metadata: string } | undefined;
  const fault = saml && samlMetadataFault(saml.idp_metadata);
  if (fault) refuse(target, "samlMetadataInvalid", [{ path: ["saml", "idp_metadata"], message: fault }]);
}

async function checkTogether(
  trx: Db,
  target: ModuleTarget,
  all: ModuleSet,
  changed: readonly string[],
): Promise<void> {
  const clash =
    target.owner === "route"
      ? (loginClash(all, changed) ?? loginElsewhere(all, changed, await loginsBeside(trx, target.id)))
      : terminationClash(all, changed);
  if (clash) refuse(target, clash.problem, [{ path: clash.path, message: clash.message }]);
}

/** The login modules of the other routes of a route's edge. */
async function loginsBeside(trx: Db, routeId: string): Promise<RouteLogin[]> {
  const rows = await modulesBeside(trx, routeId, LOGIN_MODULES);
  return rows.map(({ match, kind, value }) => ({
    match,
    kind,
    request: storedObject(value) ?? {},
  }));
}

/** What the service makes for a module stays the same as long as it is set: identity providers were told of it. */
async function madeFor(trx: Db, target: ModuleTarget, kind: string): Promise<SamlMade | undefined> {
  if (kind !== "saml" || target.certificate === null) return undefined;
  const before = await moduleOf(trx, target.id, kind);
  if (before?.made) return JSON.parse(before.made) as SamlMade;
  return samlMade(`${samlUrl(target.base.replace(/\/api$/, ""))}/${target.id}`, target.certificate);
}

/** The accepted requests of an owner's modules that are set, by kind. */
export async function storedModules(db: Db, ownerId: string): Promise<Record<string, unknown>> {
  const rows = await modulesOf(db, [ownerId]);
  return Object.fromEntries(rows.map(({ kind, value }) => [kind, storedObject(value) ?? {}]));
}

/**
 * Sets the modules that a body has, each replaced whole, after the checks across objects. `body` has passed its contract;
 * a module that is null or left out stays as it is (protocol-facts.md#updates). Call it in a transaction that holds the owner's lock.
 * Answers the kinds that are not what they were, secrets included, which no answer of the API shows.
 *
 * @throws ApiProblem 400 at the field at fault.
 */
export async function writeModules(
  trx: Db,
  target: ModuleTarget,
  body: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const { owner, id } = target;
  const given = kindsOf(owner).flatMap((kind) => {
    const request = body[kind] ?? null;
    return request === null ? [] : [{ kind, request, refs: contractOf(owner, kind).refs(request) }];
  });
  if (given.length === 0) return [];
  const set: ModuleSet = Object.fromEntries(given.map(({ kind, request }) => [kind, request]));
  checkSaml(target, set);
  const large = largePatterns(set);
  if (large.length > 0) refuse(target, "valueInvalid", large);
  const before = await storedModules(trx, id);
  await checkTogether(trx, target, { ...before, ...set }, Object.keys(set));
  await checkRefs(
    trx,
    target,
    given.flatMap(({ kind, refs }) => refs.map((ref) => ({ ...ref, path: [kind, ...ref.path] }))),
  );
  for (const { kind, request, refs } of given) {
    const made = await madeFor(trx, target, kind);
    await putModule(trx, id, kind, request, { made, refIds: refs.map((ref) => ref.id) });
  }
  const changed = given.filter(({ kind, request }) => !isDeepStrictEqual(request, before[kind]));
  return changed.map(({ kind }) => kind);
}
