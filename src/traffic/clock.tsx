import { clockTime, useNow } from "#ui/time.tsx";

/** The local time of day, with its date unless that is today's; the exact time in the element. `at` in milliseconds. */
export function Clock({ at }: { at: number }) {
  // At midnight, what was today's gets its date.
  useNow(60_000);
  if (Number.isNaN(at)) return <>–</>;
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap">
      {clockTime(at)}
    </time>
  );
}
