import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { KINDS } from "#contract/modules/kind-facts.ts";
import { formatMs } from "#ui/amounts.ts";
import { capital } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";

export type Decision = NonNullable<NonNullable<TrafficEvent["gatehouse"]>["decisions"]>[number];

/** What one module decided about a request, in a line of a list. */
export function DecisionItem({ decision }: { decision: Decision }) {
  const { module, verdict, reason, took_ms: ms } = decision;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-line px-4 py-2 not-last:border-b">
      <span className="font-strong">{titleOf(module)}</span>
      <Status tone={verdict === "block" ? "bad" : "ok"}>{capital(verdict.replaceAll("_", " "))}</Status>
      {reason ? <span className="min-w-0 wrap-anywhere text-content-muted">{reason}</span> : null}
      <span className="ml-auto text-xs text-content-muted">{formatMs(ms)}</span>
    </li>
  );
}

const titleOf = (module: string) => KINDS.find(({ kind }) => kind === module)?.title ?? module;
