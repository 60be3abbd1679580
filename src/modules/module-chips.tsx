import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import type { Route } from "#contract/route.ts";
import { Pill } from "#ui/status.tsx";
import { textsOf } from "./texts.ts";

const MOST = 4;

/** The modules of one or more routes at a glance: what is on, then what is set but off. */
export function ModuleChips({ routes, most = MOST }: { routes: readonly Route[]; most?: number }) {
  const set = ROUTE_MODULES.flatMap((kind) => {
    const values = routes
      .map((route) => route[kind])
      .filter((value) => value !== null && value !== undefined);
    return values.length === 0 ? [] : [{ kind, on: values.some(({ enabled }) => enabled !== false) }];
  });
  const sorted = [...set.filter(({ on }) => on), ...set.filter(({ on }) => !on)];
  if (sorted.length === 0) return <span className="text-content-muted">No modules</span>;
  const rest = sorted.slice(most).map(({ kind }) => textsOf(kind).title);
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {sorted.slice(0, most).map(({ kind, on }) => (
        <Pill key={kind} icon={on ? "ok" : "off"}>
          {textsOf(kind).title}
          {on ? null : " off"}
        </Pill>
      ))}
      {rest.length > 0 ? (
        <span title={rest.join(", ")}>
          <Pill>
            +{rest.length}
            <span className="sr-only"> more: {rest.join(", ")}</span>
          </Pill>
        </span>
      ) : null}
    </span>
  );
}
