/** Where a provider sends visitors back to after they signed in, by the base URL of the API (decisions/modules/callback-url.md). */
export function callbackUrl(base: string): string {
  const { protocol, host } = new URL(base);
  const origin = host.startsWith("api.")
    ? `https://idp.${host.slice("api.".length)}`
    : `${protocol}//${host}`;
  return `${origin}/oauth2/callback`;
}
