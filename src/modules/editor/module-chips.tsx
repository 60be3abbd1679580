import { kindsWith, ROUTE_MODULES } from "#contract/modules/kinds.ts";
import { isJsonObject } from "#forms/json.ts";
import { Pill } from "#ui/status.tsx";
import { textsOf } from "../texts.ts";

const MOST = 4;

/** Those of a route come first. Whether there is a backend is a matter of status. */
const KINDS: readonly string[] = [...new Set([...ROUTE_MODULES, ...kindsWith(() => true)])].filter(
  (kind) => kind !== "backend",
);

/** A route or an edge: its modules by wire name. */
type Owner = { readonly [field: string]: unknown };

/** Modules of other services of the family. */
function unknownIn(owners: readonly Owner[]): string[] {
  const names = owners.flatMap((owner) => Object.keys(owner).filter((name) => isJsonObject(owner[name])));
  return [...new Set(names)].filter((name) => name !== "backend" && !KINDS.includes(name));
}

type Props = {
  owners: readonly Owner[];
  most?: number;
  /** Of these it is warned: none is ticked. */
  warned?: readonly string[];
};

/** The modules of one or more routes or edges at a glance: what is on, then what is set but off. */
export function ModuleChips({ owners, most = MOST, warned = [] }: Props) {
  const set = [...KINDS, ...unknownIn(owners)].flatMap((kind) => {
    const values = owners.map((owner) => owner[kind]).filter(isJsonObject);
    return values.length === 0 ? [] : [{ kind, on: values.some(({ enabled }) => enabled !== false) }];
  });
  const sorted = [...set.filter(({ on }) => on), ...set.filter(({ on }) => !on)];
  if (sorted.length === 0) return <span className="text-content-muted">No modules</span>;
  const rest = sorted.slice(most).map(({ kind }) => textsOf(kind).title);
  return (
    <span className="flex min-w-0 flex-wrap gap-1 md:flex-nowrap md:overflow-hidden">
      {sorted.slice(0, most).map(({ kind, on }) => (
        <span key={kind} title={textsOf(kind).title} className="flex min-w-0 *:min-w-0">
          <Pill icon={on ? (warned.includes(kind) ? "warn" : "ok") : "off"}>
            <span className="truncate">
              {textsOf(kind).title}
              {on ? null : " off"}
            </span>
          </Pill>
        </span>
      ))}
      {rest.length > 0 ? (
        <span title={rest.join(", ")} className="flex-none">
          <Pill>
            +{rest.length}
            <span className="sr-only"> more: {rest.join(", ")}</span>
          </Pill>
        </span>
      ) : null}
    </span>
  );
}
