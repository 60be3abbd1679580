import { createSignal } from "#ui/signal.ts";
import { type Point, readAddress } from "./range.ts";

const NAME = "gatehouse.own-address";
const changed = createSignal();

function read(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the operator's own address on this device; an empty text forgets it. */
export function setOwnAddress(text: string): void {
  try {
    if (text === "") localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, text);
  } catch {
    // Without storage the address is asked for again.
  }
  changed.tell();
}

/**
 * The operator's own address as typed on this device, null when it is unknown: no answer of the service tells it, and a
 * proxy may stand between.
 */
export function useOwnAddress(): Point | null {
  const text = changed.useValue(read);
  return text === "" ? null : readAddress(text);
}
