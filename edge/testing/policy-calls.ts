import type { IncomingHttpHeaders } from "node:http";
import { vi } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { EDGE, type ModuleEdge } from "./module-edge.ts";

type Seen = { url: string; headers: IncomingHttpHeaders };
type Rule = { name?: string; expressions?: string[]; actions: { type: string; config?: object }[] };
export type Rules = { inbound?: Rule[]; outbound?: Rule[] };

/** A rule with one action. */
export const act = (type: string, config?: object, ...expressions: string[]): Rule => ({
  expressions,
  actions: [config ? { type, config } : { type }],
});

/** Calls through an edge whose route has policies, and what its events say of them. */
export function policyCalls(t: ModuleEdge) {
  let seen: Seen | null = null;
  let calls = 0;
  // Each call says its number, so that its event is found.
  const isLast = ({ object }: TrafficEvent): boolean =>
    "http" in object && object.http?.request?.headers?.["X-Call"]?.[0] === String(calls);
  return {
    /** What the app was asked last. */
    seen: () => seen,
    /** What the app answers from now on. */
    app: (headers: Record<string, string> = {}, status = 200, body = "from the app") => {
      seen = null;
      t.answer((asked, response) => {
        seen = { url: asked.url ?? "", headers: asked.headers };
        response.writeHead(status, headers).end(body);
      });
    },
    call: async (
      rules: Rules,
      path = "/v1/x",
      headers = {},
      more: { method?: string; body?: string } = {},
    ) => {
      await t.set("policies", { enabled: true, ...rules });
      calls += 1;
      return t.call(path, { headers: { host: EDGE, "x-call": String(calls), ...headers }, ...more });
    },
    /** The event of the last call, or another one: its decisions as short lines. */
    told: async (wanted: (event: TrafficEvent) => boolean = isLast) => {
      const event = await vi.waitUntil(() => t.events.find(wanted));
      const { decisions = [], error_code, outcome } = event.gatehouse ?? {};
      return {
        refs: decisions.flatMap(({ refs = [] }) => refs),
        lines: decisions.map(({ module, verdict, reason }) => `${module} ${verdict}: ${reason}`),
        error_code,
        outcome,
        logs: (event.object as { traffic_policy?: { logs: object[] } }).traffic_policy?.logs,
      };
    },
  };
}
