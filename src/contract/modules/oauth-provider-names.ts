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

/** "GitHub"; a provider that is not known is called by its wire name. */
export function oauthProviderName(wire: string): string {
  return new Map<string, string>(Object.entries(OAUTH_PROVIDER_NAMES)).get(wire) ?? wire;
}
