/**
 * Those of these kinds that are on among the modules of these owners: with the kinds that an edge can't apply, what closes an
 * address to everybody (edge/README.md).
 */
export function closedBy(
  owners: readonly Readonly<Record<string, unknown>>[],
  kinds: readonly string[],
): readonly string[] {
  return kinds.filter((kind) => owners.some((owner) => isOn(Object.hasOwn(owner, kind) && owner[kind])));
}

/** Whether a module is set and on: `enabled` is on unless it says false (protocol-facts.md#conventions). */
export const isOn = (module: unknown): boolean =>
  typeof module === "object" && module !== null && (module as { enabled?: unknown }).enabled !== false;
