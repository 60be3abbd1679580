import { clockTime, useNow } from "#ui/time.tsx";

const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });

/** The local time of day, with its date unless that is today's; the exact time in the element. `at` in milliseconds. */
export function Clock({ at }: { at: number }) {
  const now = useNow(60_000);
  const time = new Date(at);
  if (Number.isNaN(at)) return <>–</>;
  const iso = time.toISOString();
  const isToday = time.toDateString() === new Date(now).toDateString();
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap">
      {isToday ? "" : `${day.format(time)}, `}
      {clockTime(time)}
    </time>
  );
}
