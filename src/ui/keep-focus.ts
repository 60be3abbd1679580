import { giveFocus } from "./give-focus.ts";

/** Who removes what has the focus may place it himself meanwhile: a dialog that closes, a page that opens. */
const GRACE_MS = 50;

/**
 * From now on, when what has the focus leaves the page (the row that was deleted, Discard, Try again), the nearest part
 * around it that can take the focus gets it, else the page's main part: left to the browser it falls to the body. Returns
 * how to end this.
 */
export function keepFocus(): () => void {
  let around: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = () => {
    around = [];
    for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) around.push(at);
  };
  const rescue = () => {
    if (document.activeElement !== document.body || around[0]?.isConnected !== false) return;
    giveFocus(around.find((one) => one.isConnected && one.hasAttribute("tabindex")) ?? null);
  };
  const observer = new MutationObserver(() => {
    if (around[0]?.isConnected !== false) return;
    clearTimeout(timer);
    timer = setTimeout(rescue, GRACE_MS);
  });
  note();
  document.addEventListener("focusin", note);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener("focusin", note);
  };
}
