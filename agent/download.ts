import { setTimeout as sleep } from "node:timers/promises";
import { RELEASES_PATH, type Release } from "#contract/agent-release.ts";
import { codeOf, UpdateFault } from "./update-fault.ts";

export type DownloadOptions = {
  /** ws: or wss: URL of the service's /agent. */
  url: string;
  authtoken: string;
  release: Release;
  /** For everything, waits included, in milliseconds. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 300_000;
/** A service that is busy is asked again so often, after what it says, in seconds. */
const TRIES = 10;
const WAIT_MAX_S = 30;

/**
 * The bundle of a release, from the origin that the agent connects to. Follows no redirect: the authtoken is for the service
 * alone.
 *
 * @throws UpdateFault when it does not come, or not in time.
 */
export async function* download({
  url,
  authtoken,
  release,
  timeoutMs = TIMEOUT_MS,
}: DownloadOptions): AsyncGenerator<Uint8Array> {
  const from = new URL(url);
  from.protocol = from.protocol === "wss:" ? "https:" : "http:";
  from.pathname = from.pathname.replace(/\/agent$/, `${RELEASES_PATH}/${release.version}`);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const headers = { authorization: `Bearer ${authtoken}`, "accept-encoding": "identity" };
    const answer = await ask(from, { headers, redirect: "error", signal });
    for await (const chunk of answer.body ?? []) yield chunk;
  } catch (error) {
    if (error instanceof UpdateFault) throw error;
    if (signal.aborted)
      throw new UpdateFault(`The download took longer than ${Math.round(timeoutMs / 1000)} s.`);
    throw new UpdateFault(`The download broke off (${codeOf(error)}).`);
  }
}

async function ask(from: URL, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  for (let left = TRIES; ; left -= 1) {
    const answer = await fetch(from, init);
    if (answer.ok) return answer;
    await answer.body?.cancel();
    const isBusy = answer.status === 429 || answer.status === 503;
    if (!isBusy || left === 1) throw new UpdateFault(`The service refused the download (${answer.status}).`);
    const seconds = Math.min(WAIT_MAX_S, Number(answer.headers.get("retry-after")) || 1);
    await sleep(seconds * 1_000, undefined, { signal: init.signal });
  }
}
