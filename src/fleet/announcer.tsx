import { useEffect, useState } from "react";
import type { LogEntry } from "./action.ts";
import { newsOf } from "./announce.ts";
import { ledger } from "./use-fleet.ts";

/** Outlives the shell; what an earlier page of this tab kept is no news. */
const told = new WeakSet<LogEntry>();
const loadedAt = performance.timeOrigin;
/** A live region must be there for a moment before its text, or it is not read out. */
const SETTLE_MS = 150;
/** Then it is no news any more; what comes meanwhile stands beside it. */
const GONE_MS = 10_000;

type Said = { turn: number; text: string };

/** Says what becomes of actions to a screen reader, politely and once. `aria-live` keeps it heard beside a dialog. */
export function Announcer() {
  const [said, setSaid] = useState<readonly Said[]>([]);
  useEffect(() => {
    const timers: ReturnType<typeof setTimeout>[] = [];
    const tell = () => {
      const news = newsOf(ledger.getSnapshot(), told, loadedAt);
      if (news.length === 0) return;
      const one = { turn: timers.length, text: news.join(" ") };
      setSaid((all) => [...all, one]);
      timers.push(setTimeout(() => setSaid((all) => all.filter((other) => other !== one)), GONE_MS));
    };
    let stop = () => {};
    const start = setTimeout(() => {
      stop = ledger.subscribe(tell);
      tell();
    }, SETTLE_MS);
    timers.push(start);
    return () => {
      timers.forEach(clearTimeout);
      stop();
    };
  }, []);
  return (
    <div aria-live="polite" className="sr-only">
      {said.map(({ turn, text }) => (
        <span key={turn}>{text} </span>
      ))}
    </div>
  );
}
