import { useSyncExternalStore } from "react";
import { formatAge } from "./format.ts";

type Clock = { now: number; listeners: Set<() => void>; timer?: ReturnType<typeof setInterval> };
const clocks = new Map<number, Clock>();

function clockOf(every: number): Clock {
  let clock = clocks.get(every);
  if (!clock) {
    clock = { now: Date.now(), listeners: new Set() };
    clocks.set(every, clock);
  }
  return clock;
}

/** The time in milliseconds, renewed every `every` ms by one timer for all who ask; it rests while nobody does. */
export function useNow(every: number): number {
  return useSyncExternalStore(
    (listener) => {
      const clock = clockOf(every);
      clock.listeners.add(listener);
      clock.timer ??= setInterval(() => {
        clock.now = Date.now();
        for (const tell of clock.listeners) tell();
      }, every);
      return () => {
        clock.listeners.delete(listener);
        if (clock.listeners.size > 0) return;
        clearInterval(clock.timer);
        clocks.delete(every);
      };
    },
    () => clockOf(every).now,
  );
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** "3 min ago", with the exact local time on hover and in the element. `at` is RFC 3339 or milliseconds. */
export function RelativeTime({ at, suffix = " ago" }: { at: string | number; suffix?: string }) {
  const now = useNow(1000);
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <span>{String(at)}</span>;
  const seconds = (now - time.getTime()) / 1000;
  return (
    <time dateTime={time.toISOString()} title={exact.format(time)} className="whitespace-nowrap">
      {seconds < 1 && suffix === " ago" ? "now" : `${formatAge(seconds)}${suffix}`}
    </time>
  );
}
