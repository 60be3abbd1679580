import { useSyncExternalStore } from "react";
import { formatAge } from "./format.ts";

type Clock = { now: number; subscribe: (listener: () => void) => () => void; read: () => number };
const clocks = new Map<number, Clock>();

function clockOf(every: number): Clock {
  const known = clocks.get(every);
  if (known) return known;
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    clock.now = Date.now();
    for (const tell of listeners) tell();
  };
  const clock: Clock = {
    now: Date.now(),
    read: () => clock.now,
    // The same function for every render: a new one would make React subscribe anew each time.
    subscribe: (listener) => {
      listeners.add(listener);
      if (timer === undefined) {
        timer = setInterval(tick, every);
        clock.now = Date.now();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
  clocks.set(every, clock);
  return clock;
}

/** The time in milliseconds, renewed every `every` ms by one timer for all who ask; it rests while nobody does. */
export function useNow(every: number): number {
  const { subscribe, read } = clockOf(every);
  return useSyncExternalStore(subscribe, read);
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** The local time of day: "14:03:21". `at` in milliseconds. */
export function clockTime(at: number): string {
  return clock.format(at);
}

const minute = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** The local time of day without seconds: "14:03". `at` in milliseconds. */
export function clockMinute(at: number): string {
  return minute.format(at);
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
