// Cause: a process that hangs would have held up the page of a route. Law: what other edges have counted comes back as they said it,
// each once, and those that say nothing in time are counted (docs/decisions/edge/live-state.md).
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { LIVE_EDGE } from "#contract/operations/live-state-example.ts";
import { LiveEdge } from "#contract/traffic/live-state.ts";
import { Looks, packed } from "./looks.ts";

const EDGE = LiveEdge.parse(LIVE_EDGE);
const [LIMIT] = EDGE.rate_limits;

/** Asks three, of which the first two answer twice, the second that it takes no visitors. */
async function seen(state: LiveEdge) {
  const looks = new Looks(20);
  const text = packed(state);
  if (text === undefined) throw new Error("It does not fit.");
  const ask = async (id: string) => {
    for (const from of ["a", "a", "b", "b", "nobody"])
      looks.answered({ type: "seen", id, from, state: from === "b" ? null : text });
    looks.answered({ type: "seen", id: "another", from: "c", state: text });
  };
  return looks.at(new Set(["a", "b", "c"]), ask, (state) => LiveEdge.parse(state));
}

test("what was said comes back, and who is silent is counted", async () => {
  expect(await seen(EDGE)).toEqual({ seen: [EDGE], silent: 1 });
  expect(await new Looks().at(new Set(), () => Promise.reject(new Error("asked")), String)).toMatchObject({
    silent: 0,
  });
});

test("a state that is too long comes without its keys, and one that is longer still not at all", async () => {
  const noise = randomBytes(8_000).toString("base64");
  const keys = { ...EDGE, rate_limits: [{ ...LIMIT!, busiest: [{ key: [noise], used: 1, frees_in: 1 }] }] };
  const all = await seen(keys);
  expect(all.seen[0]?.rate_limits).toEqual([{ ...LIMIT, busiest: [] }]);
  expect(packed({ ...EDGE, rate_limits: [{ ...LIMIT!, by: [noise] }] })).toBeUndefined();
});
