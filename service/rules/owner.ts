import { ApiProblem, faulty } from "../errors.ts";
import type { Principal } from "../http/call.ts";
import { rowById } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";

/**
 * Who will own a new key or credential: the caller, unless an admin names another (protocol-facts.md#owners).
 *
 * @throws ApiProblem 403 when somebody else does, 400 when there is no such user.
 */
export async function ownerFor(
  db: Db,
  principal: Principal,
  asked: string | null | undefined,
): Promise<string> {
  if (asked === undefined || asked === null || asked === principal.userId) return principal.userId;
  if (!principal.admin) {
    throw new ApiProblem(
      "ownerNotAllowed",
      "Only admins can choose another owner. Omit owner_id to own it yourself.",
    );
  }
  if (!(await rowById(db, "user", asked))) {
    throw faulty("valueInvalid", [
      { path: ["owner_id"], message: "must be the ID of a user in this account" },
    ]);
  }
  return asked;
}
