import type { Rollout } from "#contract/rollouts/rollout.ts";
import { sessionName } from "#resources/session-name.ts";
import { toCsv } from "#table/export.ts";
import {
  ACTION_TITLES,
  AGENT_WORDS,
  countWords,
  settingsWords,
  skippedNames,
  statusWords,
  stepWords,
} from "./rollout-words.ts";

/** How a report can be written. */
export type ReportForm = "md" | "csv" | "json";

const rowsOf = ({ agents }: Rollout) =>
  agents.flatMap((agent) => {
    const own = {
      agent: sessionName(agent.session),
      session_id: agent.session.id,
      batch: agent.batch,
      attempt: agent.attempts,
      outcome: AGENT_WORDS[agent.state].text,
    };
    const steps = agent.steps.map(({ kind, attempt, result, started_at, ended_at, detail }) => ({
      ...own,
      attempt: attempt ?? "",
      step: stepWords({ kind, result }),
      result: result ?? "",
      started_at,
      ended_at: ended_at ?? "",
      detail,
    }));
    return steps.length > 0
      ? steps
      : [{ ...own, step: "", result: "", started_at: "", ended_at: "", detail: agent.detail }];
  });

const mdCell = (value: string | number): string =>
  String(value)
    .replaceAll(/[\\|`*_<>[\]]/g, "\\$&")
    .replaceAll(/\s+/g, " ");

/** What came of each agent, step by step, as a text. */
export function rolloutReport(rollout: Rollout, form: ReportForm): string {
  if (form === "json") return `${JSON.stringify(rollout, null, 2)}\n`;
  const rows = rowsOf(rollout);
  const { id, chosen, created_at, ended_at: ended, plan } = rollout;
  const status = statusWords(rollout).text;
  const settings = settingsWords(rollout);
  if (form === "csv") return toCsv(rows.map((row) => ({ ...row, rollout: id, status, chosen, settings })));
  const heads = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `# ${ACTION_TITLES[rollout.action]}: ${status}`,
    "",
    `${id}, ${created_at} to ${ended ?? "now"}. ${countWords(rollout)}.`,
    "",
    ...(chosen ? [`- Agents: ${mdCell(chosen)}`] : []),
    `- Settings: ${mdCell(settings)}`,
    ...skippedNames(plan, (one) => one).map(
      ({ name, reason }) => `- Skipped: ${mdCell(name)}. ${mdCell(reason)}`,
    ),
    "",
    line(heads),
    line(heads.map(() => "---")),
    ...rows.map((row) => line(Object.values(row).map(mdCell))),
    "",
  ].join("\n");
}
