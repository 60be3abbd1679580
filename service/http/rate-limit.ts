import { ApiProblem } from "../errors.ts";

const WINDOW_MS = 60_000;

/**
 * A limiter of `max` requests per key in any 60 s; 0 = none. Call it once per request.
 *
 * @throws ApiProblem 429 with Retry-After in seconds.
 */
export function createRateLimit(max: number, now: () => number = Date.now): (key: string) => void {
  const recent = new Map<string, number[]>();
  return (key) => {
    if (max === 0) return;
    const start = now() - WINDOW_MS;
    const times = (recent.get(key) ?? []).filter((time) => time > start);
    recent.set(key, times);
    if (times.length < max) {
      times.push(now());
      return;
    }
    const seconds = Math.max(1, Math.ceil(((times[0] ?? now()) - start) / 1000));
    throw new ApiProblem(
      "rateLimited",
      `This key is limited to ${max} requests per 60 s. Try again in ${seconds} s.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  };
}
