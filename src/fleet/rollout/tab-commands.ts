import { ApiError } from "#api/errors.ts";
import type { RolloutAnswer } from "#contract/rollouts/state.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { answerOf, commandAgent } from "../command-agent.ts";

type Told = Pick<RolloutAnswer, "outcome" | "detail" | "code">;

/** How long a service may put a command off, in milliseconds. */
const PUT_OFF_MS = 30_000;

/** Tells an agent something, and says what came of it as a rollout takes it. */
export async function tellAgent(sessionId: string, command: AgentCommand): Promise<Told> {
  const until = Date.now() + PUT_OFF_MS;
  for (;;) {
    try {
      await commandAgent(sessionId, command);
      return { outcome: "accepted", detail: "" };
    } catch (error) {
      const waitMs = 1_000 * ((error instanceof ApiError && error.retryAfterSeconds) || 1);
      if (!(error instanceof ApiError) || error.status !== 429 || Date.now() + waitMs > until)
        return toldOf(error);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** What a command that failed means. One that was not sent may be sent again; what may have worked is left to the sessions. */
function toldOf(error: unknown): Told {
  const answer = answerOf(error);
  const { code, status } = error instanceof ApiError ? error : {};
  const detail = "error" in answer && answer.error ? answer.error.msg : "";
  if (status === 404) return { outcome: "gone", detail: "The session ended before the command was sent." };
  if (status === 429) return { outcome: "gone", detail };
  if (code === UPDATE_REFUSALS.notAvailable) return { outcome: "nothing", detail };
  switch (answer.outcome) {
    case "accepted":
    case "waiting":
      return { outcome: "accepted", detail };
    case "unsure":
      return { outcome: "unsure", detail };
    default:
      return { outcome: "refused", detail, code };
  }
}
