import type { KnownLimits } from "#resources/unreachable.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { counted } from "#ui/format.ts";
import { EXCHANGEABLE, withModule } from "./guards.ts";
import { unlessOff, type Facts, type Finding, type LintTarget, type Severity } from "./facts.ts";
import { EDGE_RULES, ROUTE_RULES, SHARED_RULES } from "./rules.ts";

const moduleIn = (object: JsonObject | undefined, kind: string): JsonObject | null => {
  const value = object ? own(object, kind) : null;
  return isJsonObject(value) ? value : null;
};

const RANK: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** What contradicts itself or does nothing across an owner's modules, worst first. Says nothing of what is fine. */
export function lint(target: LintTarget, limits: KnownLimits = {}): Finding[] {
  const facts: Facts = {
    ...target,
    limits,
    module: (kind) => moduleIn(target.modules, kind),
    on: (kind) => unlessOff(moduleIn(target.modules, kind)),
    edgeOn: (kind) => unlessOff(moduleIn(target.owner === "route" ? target.edge : target.modules, kind)),
  };
  const rules = [...(target.owner === "route" ? ROUTE_RULES : EDGE_RULES), ...SHARED_RULES];
  const found = rules.flatMap((rule) => rule(facts));
  const unread = found.filter(({ closing }) => closing === "unreadable");
  // What is shown of a module that can’t be read says nothing of it.
  const known = found.filter((one) => unread.every(({ module }) => module !== one.module));
  return [...unread, ...known].toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}

/** What a module that goes on contradicts: the other one, why, and whether one can take the other's place. */
export type Contradiction = {
  other: string;
  reason: string;
  exchangeable: boolean;
  /** The edge, where another route mends it. */
  newRouteOn: string | undefined;
};

/** What the lint will say of a module that is off and of another one, once it is on; undefined where that is nothing. */
export function contradictionOf(target: LintTarget, kind: string): Contradiction | undefined {
  const value = moduleIn(target.modules, kind);
  if (!value || unlessOff(value)) return undefined;
  const edgeId = target.edge?.["id"];
  for (const { severity, module, also = [], reason, newRoute } of lint(
    withModule(target, kind, { ...value, enabled: true }),
  )) {
    const both = [module, ...also];
    const other = both.find((one) => one !== kind);
    if (severity !== "note" && other !== undefined && both.includes(kind))
      return {
        other,
        reason,
        exchangeable: both.every((one) => EXCHANGEABLE.includes(one)),
        newRouteOn: newRoute && typeof edgeId === "string" ? edgeId : undefined,
      };
  }
  return undefined;
}

/**
 * What a save bar says of them: the worst, and how many more there are; undefined where nothing is in doubt. Of a draft that was `edited`
 * it says what a save does, not what requests met before.
 */
export function doubtWords(findings: readonly Finding[], edited = false): string | undefined {
  const [worst, ...more] = findings.filter(({ severity, seen }) => severity !== "note" && !(edited && seen));
  if (!worst) return undefined;
  return [
    worst.title,
    ...(worst.severity === "error" && worst.closing ? ["It closes the route to everyone"] : []),
    ...(more.length > 0 ? [counted(more.length, "more warning")] : []),
  ].join(". ");
}
