import { createSignal } from "#ui/signal.ts";

const NAME = "gatehouse.letters";
const changed = createSignal();
let on: boolean | undefined;

function stored(): boolean {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true;
  }
}

/** Whether single letters are shortcuts. Who dictates or types with a switch can turn that off (WCAG 2.1.4). */
export function areLettersOn(): boolean {
  on ??= stored();
  return on;
}

/** Turns letters on or off, and keeps the choice on this device. */
export function setLetters(next: boolean): void {
  on = next;
  try {
    if (next) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "off");
  } catch {
    // Without storage the choice holds until the tab closes.
  }
  changed.tell();
}

/** {@link areLettersOn}, kept up to date. */
export function useLetters(): boolean {
  return changed.useValue(areLettersOn);
}
