import { kindsOf } from "#contract/modules/kinds.ts";
import { unknownModules } from "#resources/unknown-fields.ts";
import { plural } from "#ui/format.ts";
import { type LintTarget, unlessOff } from "./facts.ts";
import { GUARDS, isOnAt } from "./guards.ts";

/** Who can connect, where no guard of an owner is on; undefined where one is, or none can be. A module that is not known may be one. */
export function openWords({ owner, modules, edge }: LintTarget): string | undefined {
  const kinds: readonly string[] = kindsOf(owner);
  if (!kinds.includes("ip_restriction") || GUARDS.some((kind) => isOnAt(modules, kind))) return undefined;
  const doubtful = [
    ...unknownModules(owner, modules),
    ...(edge ? unknownModules("httpsEdge", edge) : []),
  ].flatMap(([name, value]) => (unlessOff(value) ? name : []));
  if (doubtful.length > 0)
    return `Unknown ${plural(doubtful.length, "module")} ${doubtful.join(", ")} may restrict access`;
  return `Anyone can connect${isOnAt(edge, "mutual_tls") ? " with a client certificate" : ""}`;
}
