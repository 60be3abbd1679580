import { keepFree, place } from "./bottom-bar.ts";

/** A message of two lines with its margins, in pixels: while there is none, so much is kept for it. */
const MESSAGE = 96;
/** A dialog that would have less is not made lower. */
const LEAST = 360;

const messagesNow = () => document.querySelector<HTMLElement>('[aria-label="Messages"]');

/** How high the messages are that are shown, with their margins; 0 = there is none. */
const shownHeight = (messages: HTMLElement | null): number =>
  messages?.querySelector("output > *") ? messages.offsetHeight : 0;

/**
 * The ref of a dialog's footer. Messages fit below a dialog in the middle of the window, else above it; a sheet makes room for them
 * above itself. Where neither is, they are above its footer.
 */
export function dialogFooter(footer: HTMLElement | null) {
  const dialog = footer?.parentElement;
  if (!footer || !dialog) return undefined;
  const messages = messagesNow();
  const stop = keepFree(footer, () => {
    const { top, bottom } = footer.getBoundingClientRect();
    const room = shownHeight(messages) || MESSAGE;
    if (innerHeight - bottom >= room) return 0;
    const above = Math.ceil(dialog.getBoundingClientRect().top);
    return innerHeight - (above >= room ? above : top);
  });
  if (!stop) return undefined;
  const makeRoom = () => {
    const room = shownHeight(messages);
    const isSheet = getComputedStyle(dialog).bottom === "0px" && dialog.offsetWidth === innerWidth;
    const isMade = room > 0 && isSheet && innerHeight - room >= LEAST;
    dialog.style.maxHeight = isMade ? `calc(100dvh - ${room}px)` : "";
    place();
  };
  const observer = new MutationObserver(makeRoom);
  if (messages) observer.observe(messages, { childList: true, subtree: true });
  makeRoom();
  return () => {
    observer.disconnect();
    stop();
  };
}
