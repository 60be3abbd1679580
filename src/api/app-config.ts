import { queryOptions } from "@tanstack/react-query";
import { AppConfig } from "#contract/app-config.ts";

/** What the console assumes where nobody serves /config.json. */
export const DEFAULT_CONFIG: AppConfig = { baseUrl: "/api", versionHeader: "Service-Version" };

/** GET /config.json: written by whoever hosts the console. Absent or unreadable means the defaults (architecture.md#programs). */
async function fetchAppConfig(signal?: AbortSignal): Promise<AppConfig> {
  try {
    const response = await fetch("/config.json", { cache: "no-cache", signal: signal ?? null });
    if (!response.ok) return DEFAULT_CONFIG;
    const parsed = AppConfig.safeParse(await response.json());
    return parsed.success ? parsed.data : DEFAULT_CONFIG;
  } catch {
    signal?.throwIfAborted();
    return DEFAULT_CONFIG;
  }
}

/** /config.json, read once. */
export const appConfigQuery = queryOptions({
  queryKey: ["app-config"],
  queryFn: ({ signal }) => fetchAppConfig(signal),
  staleTime: Number.POSITIVE_INFINITY,
});
