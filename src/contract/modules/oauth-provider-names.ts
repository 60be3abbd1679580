/** What people call the members of oauth's `provider`. */
export const OAUTH_PROVIDER_NAMES = {
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  microsoft: "Microsoft",
  amazon: "Amazon",
  facebook: "Facebook",
  linkedin: "LinkedIn",
  twitch: "Twitch",
} as const;

/** Providers without a managed app: they need a client id and secret of one's own (protocol-facts.md#oauth, 7166). */
export const OAUTH_OWN_APP_ONLY: readonly string[] = ["amazon", "facebook"];

/** "GitHub"; a provider that is not known is called by its wire name. */
export function oauthProviderName(wire: string): string {
  return new Map<string, string>(Object.entries(OAUTH_PROVIDER_NAMES)).get(wire) ?? wire;
}
