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
  // Nobody sees a hidden page: its clocks rest, and are right again when it is shown.
  const run = () => {
    clearInterval(timer);
    timer = document.hidden ? undefined : setInterval(tick, every);
  };
  const onVisibility = () => {
    run();
    if (!document.hidden) tick();
  };
  const clock: Clock = {
    now: Date.now(),
    read: () => clock.now,
    // The same function for every render: a new one would make React subscribe anew each time.
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) {
        run();
        clock.now = Date.now();
        document.addEventListener("visibilitychange", onVisibility);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        document.removeEventListener("visibilitychange", onVisibility);
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

/** What `of` says of the time in ms, asked each second; renders again only when it says something else. */
export function useTimed<T extends string | number | boolean>(of: (now: number) => T): T {
  const { subscribe, read } = clockOf(1000);
  return useSyncExternalStore(subscribe, () => of(read()));
}

/** How long ago `since` was, as text that goes on: "3 min". In milliseconds. */
export function Age({ since }: { since: number }): string {
  return useTimed((now) => formatAge((now - since) / 1000));
}

/** A format of times, made when it is first used: that takes milliseconds. */
function timeFormat(options: Intl.DateTimeFormatOptions): (at: number | Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (at) => (made ??= new Intl.DateTimeFormat(undefined, options)).format(at);
}

const day = timeFormat({ month: "short", day: "numeric" });

/** A time of day, after its date unless that is today's: what is days old must not read as of today. */
const withDay = (format: (at: number | Date) => string) => (at: number | Date) =>
  `${new Date(at).toDateString() === new Date().toDateString() ? "" : `${day(at)}, `}${format(at)}`;

/** The local time of day, "14:03:21"; of another day "Nov 22, 14:03:21". `at` in milliseconds. */
export const clockTime = withDay(timeFormat({ timeStyle: "medium" }));

/** The same below a day that is told: "14:03:21" of any day. `at` in milliseconds. */
export const timeOfDay = timeFormat({ timeStyle: "medium" });

/** The same without seconds: "14:03". `at` in milliseconds. */
export const clockMinute = withDay(timeFormat({ timeStyle: "short" }));

/** The local day: "Monday, 23 November 2026". `at` in milliseconds. */
export const dayOf = timeFormat({ dateStyle: "full" });

const exact = timeFormat({ dateStyle: "medium", timeStyle: "medium" });

/** "3 min ago", with the exact local time on hover and in the element. `at` is RFC 3339 or milliseconds. */
export function RelativeTime({ at, suffix = " ago" }: { at: string | number; suffix?: string }) {
  const time = new Date(at);
  const text = useTimed((now) => {
    const seconds = (now - time.getTime()) / 1000;
    return seconds < 1 && suffix === " ago" ? "now" : `${formatAge(seconds)}${suffix}`;
  });
  if (Number.isNaN(time.getTime())) return <span>{String(at)}</span>;
  return (
    <time
      dateTime={time.toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = exact(time);
      }}
      className="whitespace-nowrap"
    >
      {text}
    </time>
  );
}
