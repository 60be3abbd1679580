import { useEffect, useState } from "react";
import type { LogEntry } from "./action.ts";
import { newsOf } from "./announce.ts";
import { ledger } from "./use-fleet.ts";

/** Outlives the shell; what an earlier page of this tab kept is no news. */
const told = new WeakSet<LogEntry>();
const loadedAt = performance.timeOrigin;
/** A live region must be there for a moment before its text, or it is not read out. */
const SETTLE_MS = 150;

/** Says what becomes of actions to a screen reader, politely and once. `aria-live` keeps it heard beside a dialog. */
export function Announcer() {
  const [said, setSaid] = useState({ turn: 0, text: "" });
  useEffect(() => {
    const tell = () => {
      const news = newsOf(ledger.getSnapshot(), told, loadedAt);
      if (news.length > 0) setSaid(({ turn }) => ({ turn: turn + 1, text: news.join(" ") }));
    };
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = ledger.subscribe(tell);
      tell();
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <div aria-live="polite" className="sr-only">
      <span key={said.turn}>{said.text}</span>
    </div>
  );
}
