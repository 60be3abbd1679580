import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { KINDS } from "#contract/modules/kind-facts.ts";
import { formatMs } from "#ui/amounts.ts";
import { capital } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";
import { Status } from "#ui/status.tsx";

type Decisions = NonNullable<NonNullable<TrafficEvent["gatehouse"]>["decisions"]>;

/** What each module decided, in the order in which the request met them. */
export function DecisionsPanel({ decisions }: { decisions: Decisions }) {
  return (
    <Panel title="Decisions" count={decisions.length}>
      <ol>
        {decisions.map(({ module, verdict, reason, took_ms: ms }, index) => (
          <li
            key={`${module} ${index}`}
            className="flex flex-wrap items-center gap-x-3 border-line px-4 py-2 not-last:border-b"
          >
            <span className="font-strong">{titleOf(module)}</span>
            <Status tone={verdict === "block" ? "bad" : "ok"}>{capital(verdict.replaceAll("_", " "))}</Status>
            {reason ? <span className="text-content-muted">{reason}</span> : null}
            <span className="ml-auto text-xs text-content-muted">{formatMs(ms)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const titleOf = (module: string) => KINDS.find(({ kind }) => kind === module)?.title ?? module;
