import type { IdKind } from "#contract/common.ts";
import { parse } from "#contract/issues.ts";
import { findContract } from "#contract/modules/contracts.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { mergeSecrets } from "#contract/modules/secrets.ts";
import type { DraftModule } from "#edge/modules/draft.ts";
import { faulty } from "../errors.ts";
import { moduleOf, storedObject } from "../store/modules.ts";
import { rowById } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";

const OWNERS = {
  edghtsrt: ["route", "a route"],
  edghts: ["httpsEdge", "an HTTPS edge"],
  edgtls: ["tlsEdge", "a TLS edge"],
  edgtcp: ["tcpEdge", "a TCP edge"],
} as const satisfies Record<string, readonly [ModuleOwner & IdKind, string]>;

/**
 * A module that is not saved, as the edge would have it: checked by its contract, with the secrets that it leaves out.
 *
 * @throws ApiProblem 400 at the field at fault.
 */
export async function draftOf(
  db: Db,
  given: { owner_id: string; kind: string; request: unknown; off?: string[] | undefined } | undefined,
): Promise<DraftModule | null> {
  if (!given) return null;
  const { owner_id: ownerId, kind, request, off } = given;
  const [owner, words] = OWNERS[ownerId.split("_")[0] as keyof typeof OWNERS];
  const refuse = (field: string, message: string) =>
    faulty("valueInvalid", [{ path: ["module", field], message }]);
  if (!(await rowById(db, owner, ownerId)))
    throw refuse("owner_id", `must be the ID of ${words} that exists`);
  const contract = findContract(owner, kind);
  if (!contract) throw refuse("kind", `must be a module of ${words}`);
  if (off?.some((one) => one === kind || !findContract(owner, one)))
    throw refuse("off", `must be other modules of ${words}`);
  const stored = await moduleOf(db, ownerId, kind);
  const merged = mergeSecrets(kind, request, stored && storedObject(stored.value));
  const { data, issues } = parse(contract.request, merged);
  if (!issues) return { ownerId, kind, request: data as DraftModule["request"], off };
  throw faulty(
    "valueInvalid",
    issues.map(({ path, message }) => ({ path: ["module", "request", ...path], message })),
  );
}
