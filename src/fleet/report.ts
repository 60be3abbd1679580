import { capital, counted } from "#ui/format.ts";
import type { IconName } from "#ui/icon.tsx";
import { versionText } from "./version.ts";
import { againWords, insteadText, refusedWords, stoppedAfter } from "./action-text.ts";
import { neverReached, PATIENCE_MS, type ActionError, type FleetAction, type LogEntry } from "./action.ts";
import { commandTitle } from "./commands.ts";
import { HEARD } from "./sent-here.ts";

export type ReportLine = {
  icon: IconName;
  tone: "ok" | "warn" | "bad" | "muted";
  /** Text, with `{id}` where `id` belongs. */
  text: string;
  id?: string;
  detail?: string;
  /** Status, code and operation id of a fault: shown on request. */
  marks?: string;
  /** Null where only the time is known at which it was noticed. */
  at: number | null;
};

const SAME = "Same authtoken, source IP, OS and notes. Started after the command.";
const PATIENCE_S = PATIENCE_MS / 1000;

/** What was seen of an action, line by line, oldest first. An update leaves to its restart what that reports. */
export function reportOf(action: FleetAction): ReportLine[] {
  const own = action.log.filter(
    ({ event }) => action.endedBy === undefined || (event !== "left" && event !== "candidates"),
  );
  return own.map((entry) => ({
    ...lineOf(action, entry),
    at: entry.event === "waiting" ? null : entry.at,
  }));
}

function lineOf(action: FleetAction, { event, ids = [] }: LogEntry): Omit<ReportLine, "at"> {
  const { state, kind, sessionId, urls } = action;
  const fault = "error" in state ? state.error : undefined;
  const isSame = "version" in state && state.version === versionText(action.session.agent_version);
  switch (event) {
    case "sending":
      return {
        icon: "terminal",
        tone: "muted",
        text: `${commandTitle(kind)} sent`,
        ...(action.id.startsWith(HEARD) ? { detail: ELSEWHERE } : {}),
      };
    case "accepted":
      return { icon: "terminal", tone: "muted", text: "Accepted", ...offlineDetail(kind, urls) };
    case "left":
      return { icon: "off", tone: "muted", text: "{id} disconnected", id: sessionId };
    case "candidates":
      return { icon: "search", tone: "muted", text: matches(ids.length), detail: SAME };
    case "verified":
      return verifiedLine(action);
    case "unchanged":
      return {
        icon: "bad",
        tone: "bad",
        text: isSame ? "Online again as {id}, not updated" : "Online again as {id}, wrong version",
        ...("successorId" in state && state.successorId ? { id: state.successorId } : {}),
        detail: isSame
          ? `Still version ${versionText(action.session.agent_version)}. ${againWords(action)}`
          : `Version ${insteadText(action)}`,
      };
    case "ambiguous":
      return {
        icon: "warn",
        tone: "warn",
        text: `${matches(ids.length)}, choose one`,
        detail: "Agents with the same authtoken, source IP, OS and notes look alike.",
      };
    case "overdue":
      return overdueLine(action);
    case "unsure":
      return {
        icon: "warn",
        tone: "warn",
        text:
          fault?.status === 404
            ? "Session not found. This command may have ended it"
            : "No clear answer. The command may have worked",
        detail: fault?.msg ?? "We keep watching.",
        ...marksOf(fault),
      };
    case "refused":
    case "failed":
      return {
        icon: "bad",
        tone: "bad",
        text:
          action.log[0]?.event === event
            ? "Not sent"
            : neverReached(action)
              ? "Not delivered"
              : capital(event),
        // What to do says more than what the agent answered.
        detail: refusedWords(fault?.code)?.detail ?? fault?.msg ?? "",
        ...marksOf(fault),
      };
    case "waiting":
      break;
  }
  return {
    icon: "terminal",
    tone: "muted",
    text: action.says === "updated" ? "Update already installed" : "Update already under way",
    detail: ELSEWHERE,
  };
}

const ELSEWHERE = "Sent by a rollout, another browser or the API.";

const matches = (count: number) => counted(count, "possible match", "possible matches");

function offlineDetail(kind: FleetAction["kind"], urls: readonly string[]): { detail?: string } {
  if (kind === "update" || urls.length === 0) return {};
  return { detail: `${counted(urls.length, "URL")} expected to go offline.` };
}

function verifiedLine(action: FleetAction): Omit<ReportLine, "at"> {
  const look = { icon: "ok", tone: "ok" } as const;
  const { state, kind } = action;
  if (state.phase !== "verified") return { ...look, text: "Confirmed" };
  if (kind === "stop") return { ...look, text: capital(stoppedAfter(state.seconds)) };
  if (action.endedBy === "restart")
    return { ...look, text: "Updated with the restart", detail: versionNote(action) };
  const notes = [versionNote(action), state.chosen ? "Chosen by you." : ""];
  const id = state.successorId === undefined ? {} : { id: state.successorId };
  const who = state.successorId === undefined ? "Updated" : "Online again as {id}";
  // When an update began that was only heard of, nobody here knows.
  const isHeard = action.log[0]?.event === "waiting" && action.leftAt === undefined;
  const text = isHeard ? who : `${who} after ${state.seconds} s`;
  return { ...look, text, ...id, detail: notes.filter(Boolean).join(" ") };
}

function versionNote({ state, session }: FleetAction): string {
  const from = versionText(session.agent_version);
  const to = "version" in state ? (state.version ?? from) : from;
  return from === to ? `Version ${to}.` : `Version ${from} → ${to}.`;
}

function overdueLine({ state, kind }: FleetAction): Omit<ReportLine, "at"> {
  const look = { icon: "bad", tone: "bad" } as const;
  if (state.phase === "overdue" && state.reason === "no-answer")
    return {
      ...look,
      text: `No answer within ${PATIENCE_S} s`,
      detail: "It may be updated. You can safely update again.",
    };
  const stillOnline = state.phase === "overdue" && state.reason === "still-online";
  if (stillOnline) {
    const detail = "The same session is still listed. You can safely try again.";
    return { ...look, text: `Still online ${PATIENCE_S} s after ${kind}`, detail };
  }
  return {
    ...look,
    text: `Still offline after ${PATIENCE_S} s`,
    detail:
      "Its host may be down, or the service refused it. The agent’s log says why. Nothing else was changed. We keep watching.",
  };
}

function marksOf(fault: ActionError | undefined): { marks?: string } {
  const marks = [fault?.status, fault?.code, fault?.operationId].filter((mark) => mark !== undefined);
  return marks.length === 0 ? {} : { marks: marks.join(", ") };
}

/** The whole report as text, to paste into a ticket. Times in UTC. */
export function reportText(action: FleetAction, name: string): string {
  const head = `${commandTitle(action.kind)} of ${name} (${action.sessionId}, ${versionText(action.session.agent_version)})`;
  const lines = reportOf(action).map(({ at, text, id, detail, marks }) => {
    const words = text.replace("{id}", id ?? "a session");
    return `${at === null ? "" : `${new Date(at).toISOString()}  `}${words}${detail ? `. ${detail}` : ""}${marks ? ` (${marks})` : ""}`;
  });
  return [head, ...lines].join("\n");
}
