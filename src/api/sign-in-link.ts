type Receiver = (code: string | null) => void;

let linked: string | null | undefined;
let receiver: Receiver | null = null;

/**
 * Takes the code out of `/connect#code=…`, once, and the fragment out of the URL (decisions/api/sign-in-links.md); of an
 * old link with a key it keeps nothing. Call it before the router exists and first on popstate, so that neither history
 * nor router state ever holds either.
 */
export function takeSignInLink(): void {
  const { hash, pathname, search } = window.location;
  const match = /^#(?:code=(\w*)|key=)/.exec(hash);
  if (!match) return;
  window.history.replaceState(window.history.state, "", pathname + search);
  linked = pathname === "/connect" ? (match[1] ?? null) : undefined;
  deliver();
}

function deliver(): void {
  if (linked === undefined || !receiver) return;
  const code = linked;
  linked = undefined;
  receiver(code);
}

/**
 * Hands the link's code to `next`, once: the one taken already, or one that a later link brings; null for a link that
 * carried a key. Returns the way to stop.
 */
export function receiveSignInLink(next: Receiver): () => void {
  receiver = next;
  queueMicrotask(deliver);
  return () => {
    if (receiver === next) receiver = null;
  };
}
