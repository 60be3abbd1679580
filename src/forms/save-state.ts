/** Whether a form may be saved now, and if not, why: what the Save button shows. */
export type SaveState = "ready" | "saving" | { disabled: true; reason: string };

/** The reason for the button's tooltip; undefined when it may be pressed. */
export function reasonOf(state: SaveState): string | undefined {
  return typeof state === "string" ? undefined : state.reason;
}
