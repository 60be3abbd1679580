/** Where a provider sends visitors back to, at the address that they came from. */
export const CALLBACK_PATH = "/oauth2/callback";
/** Ends the session of a visitor. */
export const LOGOUT_PATH = "/oauth2/logout";

/** What a login answers by itself, by kind: no app gets these, whatever routes there are. */
const LOGIN_PATHS: Readonly<Record<string, readonly string[]>> = {
  oauth: [CALLBACK_PATH, LOGOUT_PATH],
  oidc: [CALLBACK_PATH, LOGOUT_PATH],
  saml: [CALLBACK_PATH, LOGOUT_PATH],
};

/** The route whose login answers a path; one route of an edge has a login (protocol-facts.md#login-modules, 7155). */
export function loginRouteOf<R extends { modules: Readonly<Record<string, unknown>> }>(
  routes: readonly R[],
  path: string,
): R | undefined {
  const kinds = Object.keys(LOGIN_PATHS).filter((kind) => LOGIN_PATHS[kind]?.includes(path));
  return kinds.length === 0 ? undefined : routes.find(({ modules }) => kinds.some((kind) => modules[kind]));
}
