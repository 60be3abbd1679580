import type { Issue } from "#contract/error.ts";
import { isTooLarge, TOO_LARGE } from "#contract/modules/re2-steps.ts";
import type { ModuleSet } from "./modules-together.ts";

/** The patterns of accepted requests that the edge would not build. */
export function largePatterns(modules: ModuleSet): Issue[] {
  const filter = (modules["user_agent_filter"] ?? {}) as Record<string, unknown>;
  return ["allow", "deny"].flatMap((list) =>
    ((filter[list] ?? []) as string[]).flatMap((pattern, index) =>
      isTooLarge(pattern) ? [{ path: ["user_agent_filter", list, index], message: TOO_LARGE }] : [],
    ),
  );
}
