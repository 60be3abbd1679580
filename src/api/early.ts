import type { Connection } from "./connection.ts";

/** For how long what was asked for early is as good as what is asked for now. */
const FRESH_MS = 30_000;

/** The answer to a GET that index.html asked for before this code was loaded, once; undefined when there is none of this connection. */
export function takeEarly(path: string, { baseUrl, key }: Connection): Promise<Response> | undefined {
  const early = globalThis.gatehouseEarly;
  const answer = early?.answers.get(path);
  early?.answers.delete(path);
  const isOurs = early?.key === key && early.baseUrl === baseUrl && Date.now() - early.at < FRESH_MS;
  return isOurs ? answer : undefined;
}

/** Whether index.html asked for anything that nobody has taken. */
export const hasEarly = (): boolean => (globalThis.gatehouseEarly?.answers.size ?? 0) > 0;
