import { capital } from "#ui/format.ts";
import { Status, type StatusTone } from "#ui/status.tsx";
import type { TrafficRow } from "./traffic-row.ts";

type Outcome = Pick<TrafficRow, "status" | "outcome" | "event">;

/** How it ended, in a word or two, as charts count it: "200", "403 refused", "502 error", "101 websocket", "Error" of a connection. */
export function statusWords({ status, outcome, event }: Outcome): { tone: StatusTone; text: string } {
  const coded = (words: string) => (status === undefined ? capital(words) : `${status} ${words}`);
  if (outcome === "refused") return { tone: "bad", text: coded("refused") };
  if (outcome === "failed") return { tone: "bad", text: coded("error") };
  if (outcome === "broken") return { tone: "bad", text: coded("interrupted") };
  if (outcome === "left") return { tone: "off", text: coded("visitor left") };
  const upgrade = event.gatehouse?.upgrade;
  if (status === undefined) return { tone: "ok", text: "Closed" };
  return { tone: toneOf(status), text: upgrade ? coded(upgrade) : String(status) };
}

function toneOf(status: number): StatusTone {
  if (status >= 500) return "bad";
  if (status >= 400) return "warn";
  return status >= 300 ? "off" : "ok";
}

/** The outcome at a glance: sign, status, and who ended it where it was not the app. */
export function StatusMark({ row }: { row: Outcome }) {
  const { tone, text } = statusWords(row);
  return <Status tone={tone}>{text}</Status>;
}
