// Cause: what a rollout did was read every 5 min, so that agents that came back meanwhile read otherwise than those before them. Law: while a
// rollout runs it is read every 5 s, by one for all pages, and not any more once none shows it or none runs.
import { screen } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { ROLLOUT_EXAMPLES } from "#contract/operations/rollout-example.ts";
import { rolloutOperations } from "#contract/operations/rollouts.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { settle } from "#ui/settled.ts";
import { published, usePublished } from "./use-published.ts";

const server = connectedServer();
const example = ROLLOUT_EXAMPLES.find(([schema]) => schema === rolloutOperations.get.answer)?.[1] as Rollout;

function Page() {
  return <p>{usePublished() === undefined ? "Reading" : "Read"}</p>;
}

it("is read again while a rollout runs", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const rollout = { ...example, created_at: new Date().toISOString(), ended_at: null as string | null };
  let reads = 0;
  server.answerWith((request, response) => {
    const { url = "" } = request;
    if (url.includes("/agent_releases")) {
      reads += 1;
      return json(404, { status_code: 404, msg: "", details: {} })(request, response);
    }
    if (url.includes("/tunnel_sessions"))
      return json(200, { tunnel_sessions: [], uri: "", next_page_uri: null })(request, response);
    if (!url.endsWith("/rollouts")) return json(200, rollout)(request, response);
    return json(200, { rollouts: [rollout], uri: "", next_page_uri: null })(request, response);
  });
  settle();
  const client = createQueryClient();
  const { unmount } = renderInApp(<Page />, { client });
  await screen.findByText("Read");
  // Another page has read it, too.
  await client.refetchQueries({ queryKey: published.queryKey });
  expect(reads).toBe(2);
  await vi.advanceTimersByTimeAsync(6_000);
  await vi.waitFor(() => expect(reads).toBe(3));
  await vi.advanceTimersByTimeAsync(6_000);
  await vi.waitFor(() => expect(reads).toBe(4));
  rollout.ended_at = rollout.created_at;
  await vi.advanceTimersByTimeAsync(6_000);
  await vi.waitFor(() => expect(reads).toBe(5));
  await vi.advanceTimersByTimeAsync(12_000);
  expect(reads).toBe(5);
  unmount();
});
