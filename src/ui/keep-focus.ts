import { giveFocus } from "./give-focus.ts";

/** Who removes what has the focus may place it himself meanwhile: a dialog that closes, a page that opens. */
const GRACE_MS = 50;
/** What can take the focus without opening a keyboard on a screen. */
const ABLE = 'button, a[href], summary, input[type="checkbox"], [tabindex="0"]';

/** Where a part was removed: what it was in, and what stood before it. */
type Place = { within: Element; after: Node | null };

/**
 * From now on, when what has the focus leaves the page (the row that was deleted, Discard, Try again), what replaced it gets
 * the focus, or the next thing beside it, else the nearest part around it that can, else the page's main part: left to the
 * browser it falls to the body. Returns how to end this.
 */
export function keepFocus(): () => void {
  let around: Element[] = [];
  let place: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = () => {
    around = [];
    place = null;
    for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) around.push(at);
  };
  const rescue = () => {
    if (document.activeElement !== document.body || around[0]?.isConnected !== false) return;
    giveFocus(
      besides(place) ?? around.find((one) => one.isConnected && one.hasAttribute("tabindex")) ?? null,
    );
  };
  const observer = new MutationObserver((records) => {
    if (around[0]?.isConnected !== false) return;
    for (const { removedNodes, target, previousSibling } of records)
      if (target instanceof Element && around.some((one) => [...removedNodes].includes(one)))
        place = { within: target, after: previousSibling };
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

/** What can take the focus at a place: the first thing from there on, else the last one before. Of a whole page none. */
function besides(place: Place | null): Element | null {
  if (!place?.within.isConnected || !place.within.parentElement?.closest("main")) return null;
  const { within, after } = place;
  const able = [...within.querySelectorAll(ABLE)];
  const isBefore = (one: Element) =>
    after?.isConnected === true &&
    (after.contains(one) || (after.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0);
  return able.find((one) => !isBefore(one)) ?? able.at(-1) ?? null;
}
