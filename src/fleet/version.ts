import type { Told } from "#contract/outdated.ts";

/** A version as it is shown. */
export const versionText = (version: Told): string => version || "unknown";
