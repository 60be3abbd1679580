import { refusal } from "#contract/capability.ts";
import { sessionOperations } from "#contract/operations/online.ts";
import { AGENT_COMMANDS, type AgentCommand } from "#contract/tunnel-session.ts";
import { ApiProblem } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import type { Services } from "../http/call.ts";
import { implement } from "../implement.ts";
import { commandProblem, unsupported } from "../rules/command-answer.ts";
import { found, foundRow } from "../rules/found.ts";

type Asked = Parameters<typeof recordEvent>[1] & { base: string; params: { id: string } };

async function tell(
  { db, gateway, stopping }: Services,
  call: Asked,
  command: AgentCommand,
): Promise<undefined> {
  const { id } = call.params;
  const session = await foundRow(db, "session", id);
  const reason = refusal(command, session);
  if (reason !== null) throw unsupported(command, reason);
  if (stopping()) {
    throw new ApiProblem(
      "shuttingDown",
      `The service is shutting down. The ${command} was not sent. Try again.`,
    );
  }
  // null: the session ended since it was read.
  const outcome = await found("session", id, async () => (await gateway.command(id, command)) ?? undefined);
  const problem = commandProblem(command, outcome, session);
  const { agent_version, metadata } = session;
  const told = { id, uri: `${call.base}/tunnel_sessions/${id}`, command, agent_version, metadata };
  const record = (verb: "created" | "refused", why: object = {}) =>
    db.transaction().execute((trx) => recordEvent(trx, call, "agent_command", verb, { ...told, ...why }));
  // Who got no answer knows of nothing that was done or refused.
  if (problem && (outcome.outcome === "refused" || outcome.outcome === "failed"))
    await record("refused", { error_code: problem.code, reason: outcome.reason });
  if (problem) throw problem;
  await record("created");
  return undefined;
}

/** Restart, stop and update of an agent. */
export const agentCommands = AGENT_COMMANDS.map((command) =>
  implement(sessionOperations[command], (services, call) => tell(services, call, command)),
);
