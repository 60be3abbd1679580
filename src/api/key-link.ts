type Receiver = (key: string) => void;

let linked: string | null = null;
let receiver: Receiver | null = null;

/**
 * Takes the key out of `/connect#key=…`, once, and the fragment out of the URL (decisions/api/key.md). Call it before
 * the router exists and first on popstate, so that neither history nor router state ever holds the key.
 */
export function takeKeyLink(): void {
  const { hash, pathname, search } = window.location;
  const match = /^#key=(.*)$/s.exec(hash);
  if (!match) return;
  window.history.replaceState(window.history.state, "", pathname + search);
  linked = pathname === "/connect" ? decoded(match[1] ?? "") : null;
  deliver();
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text).trim() || null;
  } catch {
    return null;
  }
}

function deliver(): void {
  if (linked === null || !receiver) return;
  const key = linked;
  linked = null;
  receiver(key);
}

/** Hands the link's key to `next`, once: the one taken already, or one that a later link brings. Returns the way to stop. */
export function receiveKeyLink(next: Receiver): () => void {
  receiver = next;
  queueMicrotask(deliver);
  return () => {
    if (receiver === next) receiver = null;
  };
}
