import { counted } from "#ui/format.ts";
import type { IconName } from "#ui/icon.tsx";
import { PATIENCE_MS, type FleetAction, type LogEntry } from "./action.ts";
import { commandTitle } from "./action-text.ts";

export type ReportLine = {
  icon: IconName;
  tone: "ok" | "warn" | "bad" | "muted";
  /** Text, with `{id}` where `id` belongs. */
  text: string;
  id?: string;
  detail?: string;
  at: number;
};

const SAME = "Same credential, source IP, OS and metadata; started after the command.";
const PATIENCE_S = PATIENCE_MS / 1000;

/** What was seen of an action, line by line, oldest first. */
export function reportOf(action: FleetAction): ReportLine[] {
  return action.log.map((entry) => ({ ...lineOf(action, entry), at: entry.at }));
}

function lineOf(action: FleetAction, { event, ids = [] }: LogEntry): Omit<ReportLine, "at"> {
  const { state, kind, sessionId, urls } = action;
  const error = "error" in state ? faultWords(state.error) : undefined;
  switch (event) {
    case "sending":
      return { icon: "terminal", tone: "muted", text: `${commandTitle(kind)} sent` };
    case "accepted":
      return {
        icon: "terminal",
        tone: "muted",
        text: "Accepted by the service (204)",
        ...darkDetail(kind, urls),
      };
    case "left":
      return { icon: "off", tone: "muted", text: "{id} left the list", id: sessionId };
    case "candidates":
      return {
        icon: "search",
        tone: "muted",
        text: `${counted(ids.length, "candidate")} appeared`,
        detail: SAME,
      };
    case "verified":
      return verifiedLine(action);
    case "unchanged":
      return {
        icon: "bad",
        tone: "bad",
        text: "Back as {id}, with the version it had",
        ...("successorId" in state && state.successorId ? { id: state.successorId } : {}),
        detail: `Still ${action.session.agent_version}: the update did not take.`,
      };
    case "ambiguous":
      return {
        icon: "warn",
        tone: "warn",
        text: `Ambiguous: ${counted(ids.length, "candidate")} came back, choose`,
        detail: "Agents of the same credential, source IP, OS and metadata can’t be told apart.",
      };
    case "overdue":
      return overdueLine(action);
    case "unsure":
      return {
        icon: "warn",
        tone: "warn",
        text:
          "error" in state && state.error.status === 404
            ? "The service says the session is gone (404): it may have gone by this command"
            : "No clear answer: the command may still have worked",
        detail: error ?? "Watching went on.",
      };
    case "refused":
    case "failed":
      return {
        icon: "bad",
        tone: "bad",
        text: event === "failed" ? "Failed" : action.log[0]?.event === event ? "Not sent" : "Refused",
        detail: error ?? "",
      };
    case "waiting":
      break;
  }
  return { icon: "clock", tone: "muted", text: "Waiting" };
}

function darkDetail(kind: FleetAction["kind"], urls: readonly string[]): { detail?: string } {
  if (kind === "update" || urls.length === 0) return {};
  return { detail: `${counted(urls.length, "URL")} expected to go dark.` };
}

function verifiedLine({ kind, state, session }: FleetAction): Omit<ReportLine, "at"> {
  const look = { icon: "ok", tone: "ok" } as const;
  if (state.phase !== "verified") return { ...look, text: "Verified" };
  if (kind === "stop") return { ...look, text: `Gone after ${state.seconds} s` };
  const id = state.successorId === undefined ? {} : { id: state.successorId };
  const who = state.successorId === undefined ? "Back" : "Back as {id}";
  const detail =
    kind === "update"
      ? { detail: `Version ${session.agent_version} → ${state.version ?? "higher"}.` }
      : state.chosen
        ? { detail: "Chosen by you among several candidates." }
        : {};
  return { ...look, text: `${who} after ${state.seconds} s`, ...id, ...detail };
}

function overdueLine({ state, kind }: FleetAction): Omit<ReportLine, "at"> {
  const look = { icon: "bad", tone: "bad" } as const;
  const stillOnline = state.phase === "overdue" && state.reason === "still-online";
  if (stillOnline) {
    const detail = "The same session is still listed. You can safely try again.";
    return { ...look, text: `No ${kind} seen after ${PATIENCE_S} s`, detail };
  }
  return {
    ...look,
    text: `Not back after ${PATIENCE_S} s`,
    detail: "Its host may be down; nothing else was changed. A late return is still looked for.",
  };
}

/** A fault with its code and operation id, as one line. */
function faultWords({
  msg,
  code,
  status,
  operationId,
}: {
  msg: string;
  code?: string;
  status?: number;
  operationId?: string;
}): string {
  const marks = [status, code, operationId].filter((mark) => mark !== undefined).join(", ");
  return marks === "" ? msg : `${msg} (${marks})`;
}

/** The whole report as text, to paste into a ticket. Times in UTC. */
export function reportText(action: FleetAction, name: string): string {
  const head = `${commandTitle(action.kind)} of ${name} (${action.sessionId}, ${action.session.agent_version})`;
  const lines = reportOf(action).map(({ at, text, id, detail }) => {
    const words = text.replace("{id}", id ?? "a session");
    return `${new Date(at).toISOString()}  ${words}${detail ? `. ${detail}` : ""}`;
  });
  return [head, ...lines].join("\n");
}
