import { refusal } from "#contract/capability.ts";
import { UPDATE_SETTLE_MS } from "#contract/api-facts.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { capital, counted, formatAge } from "#ui/format.ts";
import { clockMinute } from "#ui/time.tsx";
import {
  acceptedAt,
  countedFrom,
  isUpdate,
  isUpdating,
  neverReached,
  PATIENCE_MS,
  settleLeft,
  type ActionError,
  type FleetAction,
} from "./action.ts";
import { commandTitle } from "./commands.ts";
import type { Departure } from "./departures.ts";
import { howLeft, leftAtOf } from "./how-left.ts";
import { versionText } from "./version.ts";

type Tone = "ok" | "run" | "warn" | "bad" | "off";
/** A status: a few words, and where they don't say all of it, the rest. */
export type Said = { tone: Tone; text: string; detail?: string };

const seconds = (from: number, now: number) => Math.max(0, Math.floor((now - from) / 1000));

/** A 504 says that the agent gave none. */
const wasAnswered = ({ status }: ActionError) => status !== undefined && status !== 504;

/** Where an action stands; counts seconds up to `now` (ms) while it waits. */
export function stateWords(action: FleetAction, now: number): Said {
  const { state, kind, sentAt } = action;
  switch (state.phase) {
    case "sending":
      return { tone: "run", text: `Sending ${kind}…` };
    case "waiting":
      return waitingWords(action, now);
    case "unsure":
      return {
        tone: "warn",
        text:
          state.error.status === 404
            ? "Disconnected"
            : `${wasAnswered(state.error) ? "Result unknown" : "No answer yet"}… ${seconds(sentAt, now)} s`,
        detail: `It may have been this ${kind}.`,
      };
    case "verified":
      return verifiedWords(action, state);
    case "ambiguous":
      return {
        tone: "warn",
        text: counted(state.candidateIds.length, "possible match", "possible matches"),
        detail: "Open the session to choose.",
      };
    case "overdue":
      if (state.reason === "not-back")
        return {
          tone: "bad",
          text: `Still offline after ${formatAge(Math.max(PATIENCE_MS, now - countedFrom(action)) / 1000)}`,
        };
      if (state.reason === "no-answer")
        return { tone: "bad", text: "No answer", detail: "It may be updated. You can safely update again." };
      return { tone: "bad", text: `Still online ${seconds(countedFrom(action), now)} s after ${kind}` };
    case "unchanged":
      return state.version === versionText(action.session.agent_version)
        ? {
            tone: "bad",
            text: "Not updated",
            detail: `Online again with ${state.version}. ${againWords(action)}`,
          }
        : { tone: "bad", text: "Wrong version", detail: insteadText(action) };
    case "refused":
    case "failed":
      break;
  }
  if (neverReached(action)) return { tone: "off", text: "Offline", detail: state.error.msg };
  const said = refusedWords(state.error.code);
  const text = said?.text ?? `${commandTitle(kind)} ${state.phase}`;
  return { tone: said?.tone ?? "bad", text, detail: said?.detail ?? state.error.msg };
}

/** Why an update did not take, where that is known, and what to do. */
export const againWords = (action: FleetAction): string =>
  (action.leftAt ?? Infinity) - acceptedAt(action) < UPDATE_SETTLE_MS
    ? "It restarted before the update was ready. Update it again."
    : "Update it again.";

/** Why an agent did not update, by the code of its refusal: another try changes nothing of it. */
const NO_UPDATE: { readonly [code: string]: Said } = {
  [UPDATE_REFUSALS.notAvailable]: { tone: "off", text: "No update available" },
  [UPDATE_REFUSALS.disabled]: {
    tone: "bad",
    text: "Updates off",
    detail: "Turn on update checks in its configuration, or update it on its host.",
  },
};

/** What a refusal of an update means, by its code; undefined where the code says nothing. */
export const refusedWords = (code: string | null | undefined): Said | undefined => NO_UPDATE[code ?? ""];

/** Why the agent of a session would refuse an update again, as far as this tab was told: nothing of it changes before a restart. */
export function refusesUpdates(sessionId: string, actions: readonly FleetAction[]): string | null {
  const last = actions.findLast((one) => one.sessionId === sessionId && one.kind === "update");
  const said = last?.state.phase === "refused" ? refusedWords(last.state.error.code) : undefined;
  return said?.detail === undefined ? null : `${said.text}. ${said.detail}`;
}

/** A status as one text. */
export const saidText = ({ text, detail }: Said): string =>
  detail === undefined ? text : `${text}: ${detail}`;

function waitingWords(action: FleetAction, now: number): Said {
  const { kind, sentAt, session } = action;
  if (kind === "stop") return { tone: "run", text: `Stopping… ${seconds(sentAt, now)} s` };
  if (action.endedBy === "stop")
    return {
      tone: "off",
      text: "Update installed, agent offline",
      detail: "Start it on its host to finish the update.",
    };
  // The seconds are those of the restart.
  if (action.endedBy === "restart") return { tone: "run", text: "Restarting…" };
  if (isUpdating(action, now)) return { tone: "run", text: "Updating…" };
  if (!isUpdate(action)) return { tone: "run", text: `Reconnecting… ${seconds(countedFrom(action), now)} s` };
  const byHand = refusal("restart", session);
  if (byHand !== null) return { tone: "warn", text: "Restart by hand", detail: byHand };
  const left = settleLeft(action, now);
  if (left > 0) return { tone: "run", text: `Ready to restart in ${Math.ceil(left / 1000)} s` };
  return { tone: "warn", text: "Ready to restart" };
}

/** "1.0.0 → 1.0.5 instead of 1.1.0.": of an update that brought another version than it promised. */
export function insteadText({ session, state, promised }: FleetAction): string {
  const to = "version" in state ? versionText(state.version) : "";
  return `${versionText(session.agent_version)} → ${to}${promised ? ` instead of ${promised}` : ""}.`;
}

/** "stopped after 2 s"; what took less than a second is said without. */
export const stoppedAfter = (taken: number): string => `stopped${taken > 0 ? ` after ${taken} s` : ""}`;

function verifiedWords(
  { kind, session }: FleetAction,
  state: Extract<FleetAction["state"], { phase: "verified" }>,
): Said {
  if (kind === "stop") return { tone: "ok", text: capital(stoppedAfter(state.seconds)) };
  const from = versionText(session.agent_version);
  const to = state.version ?? from;
  const text = kind === "update" ? "Updated" : `Online again after ${state.seconds} s`;
  const notes = [from === to ? "" : `${from} → ${to}`, state.chosen ? "chosen by you" : ""];
  const detail = notes.filter(Boolean).join(", ");
  return { tone: "ok", text, ...(detail === "" ? {} : { detail }) };
}

/**
 * Does what came of an action say more of a session that left than how it left? One that it came back from, or that never
 * reached it, does not.
 */
export const saysMore = (action: FleetAction, id: string): boolean =>
  action.sessionId === id && action.state.phase !== "verified" && !neverReached(action);

const LEFT = { stopped: "Stopped at", restarted: "Restarted at", lost: "Offline since" };

/** How and when a session left, in a few words. */
export function leftWords(departure: Departure, actions: readonly FleetAction[]): Said {
  const how = howLeft(departure, actions);
  const isBack =
    departure.back !== undefined ||
    actions.some(({ sessionId, state }) => sessionId === departure.session.id && state.phase === "verified");
  const said = how === "restarted" && !isBack ? "Restarting since" : LEFT[how];
  // Why it left nobody told: it may have been stopped on its host.
  return {
    tone: how === "restarted" ? "warn" : "off",
    text: `${said} ${clockMinute(leftAtOf(departure, actions))}`,
  };
}
