/** What was taken of a link, for the page that uses it up: its code, or null where it carried a key. */
export const taken: { code?: string | null | undefined } = {};

/**
 * Takes the code out of `/connect#code=…`, once, and the fragment out of the URL (decisions/api/sign-in-links.md); of an
 * old link with a key it keeps nothing. Call it before the router exists and first on popstate, so that neither history
 * nor router state ever holds either.
 */
export function takeSignInLink(): void {
  const { hash, pathname, search } = location;
  const match = /^#(?:code=(\w*)|key=)/.exec(hash);
  if (!match) return;
  history.replaceState(history.state, "", pathname + search);
  taken.code = pathname === "/connect" ? (match[1] ?? null) : undefined;
}
