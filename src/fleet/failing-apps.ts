import { backendRef, isUnreached, leadOf, type Serving } from "#resources/edge-way.ts";
import { isApp } from "#resources/unreachable.ts";
import { inWords, plural } from "#ui/format.ts";

const NAMED = 3;

/** "The app of fra-gw-01 fails"; null without names. */
export function failingApps(of: readonly string[]): string | null {
  const names = [...new Set(of)];
  if (names.length === 0) return null;
  return `The ${plural(names.length, "app")} of ${inWords(names, NAMED)} ${plural(names.length, "fails", "fail")}`;
}

/** The same of a route or an edge that several tunnels serve, of those known to fail; `nameOf` a session, where it is known. */
export function failingBehind(
  owner: Parameters<typeof leadOf>[0],
  { live, unreached }: Serving,
  nameOf: (sessionId: string) => string | undefined,
): string | null {
  const lead = leadOf(owner, { live, unreached });
  const tunnels = live?.get(backendRef(owner)?.id ?? "") ?? [];
  if (tunnels.length < 2 || !isUnreached(lead) || !isApp(lead)) return null;
  const failing = tunnels.filter(({ id }) => unreached?.has(id));
  return failingApps(failing.flatMap(({ tunnel_session: session }) => nameOf(session?.id ?? "") ?? []));
}
