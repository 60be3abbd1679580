import { useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import type { TrafficCapture } from "#contract/traffic/traffic-capture.ts";
import { trafficCaptures } from "#resources/traffic-captures.ts";
import { formatAge } from "#ui/format.ts";
import { useNow } from "#ui/time.tsx";

/** Captures that run now; null until they are read, and where the service has none of this. */
export function useCaptures(): { running: readonly TrafficCapture[]; now: number } | null {
  const { data, error } = useQuery({
    ...trafficCaptures.query,
    refetchInterval: trafficCaptures.every(15_000),
  });
  const now = useNow(1000);
  if (!data || isAbsent(error)) return null;
  return { running: data.filter(({ expires_at: end }) => Date.parse(end) > now), now };
}

/** The time until a capture ends, in whole minutes that have begun, at last in seconds: "10 min". `now` in milliseconds. */
export function timeLeft({ expires_at: end }: TrafficCapture, now: number): string {
  const seconds = Math.ceil((Date.parse(end) - now) / 1000);
  return formatAge(seconds < 60 ? seconds : Math.ceil(seconds / 60) * 60);
}
