import type { AgentCommand } from "../tunnel-session.ts";
import type { RolloutAction, RolloutCreate } from "./rollout.ts";
import type { RolloutSettings } from "./state.ts";

/** What was asked for beside the agents. */
export type Asked = RolloutSettings & { chosen: string; batch_size: number; halt_url: string | null };

const DEFAULTS = { canary: 1, batch_size: 10, at_once: 5, pause_seconds: 30 };

/** What an agent must be able to do to take part. */
export const NEEDS: Readonly<Record<RolloutAction, AgentCommand>> = {
  update_and_restart: "update",
  restart: "restart",
  stop: "stop",
};

/** What was asked for, with what was not given. */
export function askedFor(body: RolloutCreate): Asked {
  return {
    action: body.action,
    canary: body.canary ?? DEFAULTS.canary,
    batch_size: body.batch_size ?? DEFAULTS.batch_size,
    at_once: body.at_once ?? DEFAULTS.at_once,
    pause_seconds: body.pause_seconds ?? DEFAULTS.pause_seconds,
    chosen: body.chosen ?? "",
    halt_failures: body.halt_failures ?? null,
    halt_percent: body.halt_percent ?? null,
    halt_endpoint_id: body.halt_endpoint_id ?? null,
    halt_url: null,
    halt_error_percent: body.halt_error_percent ?? null,
  };
}
