import { kindsOf } from "#contract/modules/kinds.ts";
import { unknownModules } from "#resources/unknown-fields.ts";
import { inWords, plural } from "#ui/format.ts";
import { textsOf } from "../texts.ts";
import { type LintTarget, unlessOff } from "./facts.ts";
import { anyoneBy, GUARDS, isOnAt, protects } from "./guards.ts";

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
  return anyoneWords(edge);
}

const anyoneWords = (edge: LintTarget["edge"]) =>
  `Anyone can connect${isOnAt(edge, "mutual_tls") ? " with a client certificate" : ""}`;

/** Who can connect to a route, a TLS edge or a TCP edge, by the guards that are on. */
export function accessWords(target: LintTarget): string {
  const { modules, edge, ipRules } = target;
  const open = openWords(target);
  if (open !== undefined) return open;
  const on = GUARDS.filter((kind) => protects(modules, kind, ipRules));
  // What is on lets everyone past.
  if (on.length === 0) return anyoneWords(edge);
  const anyone = on.flatMap((kind) => anyoneBy(target, kind) ?? []);
  const closed = GUARDS.filter(
    (kind) => (on.includes(kind) && !anyoneBy(target, kind)) || protects(edge, kind, ipRules),
  );
  return [
    ...(closed.length > 0 ? [`Protected by ${inWords(closed.map((kind) => textsOf(kind).title))}`] : []),
    ...anyone.map(({ title }) => title),
  ].join(". ");
}
