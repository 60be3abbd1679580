import type { NavigateFunction } from "react-router-dom";
import { isAsking, isPaletteAsked } from "#components/palette-registry.ts";
import { keepEarlyKey } from "./palette/early-keys.ts";
import { SHORTCUTS, type Shortcut } from "./shortcut-table.ts";
import { takesText } from "./shortcut-targets.ts";
import { areLettersOn } from "./shortcut-setting.ts";

/** For how long the first key of two waits for the second, in milliseconds. */
const WAIT_MS = 1500;

let first: { key: string; at: number } | null = null;

/**
 * Runs the shortcut of a key, if it has one here: never while a field takes text, in a dialog or a menu, or with a modifier
 * that is not its own.
 */
export function onShortcutKey(event: KeyboardEvent, navigate: NavigateFunction): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const mod = event.ctrlKey !== event.metaKey;
  const plain = !event.ctrlKey && !event.metaKey;
  if (plain && isPaletteAsked()) return keepEarlyKey(event);
  if (!mod && (!plain || !areLettersOn() || takesText(event.target) || isAsking())) {
    first = null;
    return;
  }
  const keys = mod ? [event.key] : sequence(event);
  const shortcut = SHORTCUTS.find((one) => Boolean(one.mod) === mod && isSame(one, keys));
  if (shortcut?.run === undefined || !(mod || shortcut.applies())) return;
  event.preventDefault();
  shortcut.run(navigate);
}

function isSame(shortcut: Shortcut, keys: readonly string[]): boolean {
  return shortcut.keys.length === keys.length && shortcut.keys.every((key, index) => key === keys[index]);
}

/** This key, behind the one before it where that begins a shortcut of two. Modifiers that are pressed alone don't count. */
function sequence({ key, timeStamp, repeat }: KeyboardEvent): readonly string[] {
  if (key === "Shift") return [];
  const before = first && timeStamp - first.at <= WAIT_MS ? first.key : null;
  first = null;
  if (before !== null) return [before, key];
  if (!repeat && SHORTCUTS.some(({ keys }) => keys.length === 2 && keys[0] === key))
    first = { key, at: timeStamp };
  return [key];
}
