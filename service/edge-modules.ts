import type { Modules } from "#edge/account.ts";
import { UNKNOWN_KIND } from "#edge/modules/guards.ts";
import { factsOf } from "#contract/modules/kinds.ts";
import { type ModuleRow, storedObject } from "./store/modules.ts";

/**
 * Accepted requests by their text, and what the service made for them: what the edge makes of one is made once, as long as it is
 * stored so, and once more after a reset.
 */
export type Values = ReadonlyMap<string, { enabled?: boolean }>;

const nameOf = ({ value, made }: ModuleRow): string => `${value}${made ?? ""}`;

/** What is stored as a text that is no object: no contract takes a list, so that it closes its own address, and no other. */
const UNREADABLE: { enabled?: boolean } = Object.freeze<object>([]);

/** The requests of all modules; those that were there before stay the same objects. */
export function parsed(rows: readonly ModuleRow[], before: Values): Values {
  return new Map(
    rows.map((row) => {
      const name = nameOf(row);
      return [name, before.get(name) ?? storedObject(row.value) ?? UNREADABLE];
    }),
  );
}

/** Those that are on, and where there are kinds that this version does not know, which. */
export function modulesByOwner(rows: readonly ModuleRow[], values: Values): Map<string, Modules> {
  const owners = new Map<string, Record<string, object>>();
  for (const row of rows) {
    const { owner_id, kind } = row;
    const request = values.get(nameOf(row)) ?? UNREADABLE;
    if (request.enabled === false) continue;
    const one = factsOf(kind) ? { [kind]: request } : { [UNKNOWN_KIND]: { kind } };
    owners.set(owner_id, { ...owners.get(owner_id), ...one });
  }
  return owners;
}
