// Cause: once an agent that failed was retried in a batch of its own, the batch that it left no longer said which URLs are online through
// other sessions. Law: what is true of a batch stays with it.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ROLLOUT_EXAMPLES } from "#contract/operations/rollout-example.ts";
import { rolloutOperations } from "#contract/operations/rollouts.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { RolloutDetail } from "./rollout-detail.tsx";

const server = connectedServer();
const example = ROLLOUT_EXAMPLES.find(([schema]) => schema === rolloutOperations.get.answer)?.[1] as Rollout;

it.each([
  ["before", 1],
  ["after", 2],
])("says what stays up of a batch %s a retry of one of its agents", async (_, batch) => {
  const [agent] = example.agents;
  const agents = ["gw-0", "gw-1"].map((host, i) => ({
    ...agent!,
    session: { ...agent!.session, id: `ts_${i}`, metadata: JSON.stringify({ host }) },
    session_id: `ts_${i}`,
    ...(i === 1 && { state: "failed", batch }),
  }));
  const planned = { session_ids: ["ts_0", "ts_1"], offline: [], stays_up: ["https://shared.example"] };
  server.answerWith(json(200, { ...example, plan: { ...example.plan, batches: [planned] }, agents }));
  renderInApp(<RolloutDetail id={example.id} />);
  const list = await screen.findByRole("list", { name: "Agents of batch 1" });
  within(list.parentElement!).getByText(/^1 URL online through other sessions:/);
  expect(screen.getAllByText(/online through other sessions/)).toHaveLength(1);
});

// Cause: a long name of an agent was cut where the rollout tells what came of it. Law: who is told of is named whole.
it("names its agents whole", async () => {
  const name = "jonas's laptop, not for customers";
  const [agent] = example.agents;
  const agents = [{ ...agent, session: { ...agent!.session, metadata: name } }];
  server.answerWith(json(200, { ...example, agents }));
  renderInApp(<RolloutDetail id={example.id} />);
  const { className } = await screen.findByRole("link", { name });
  expect(className).toContain("wrap-anywhere");
  expect(className).not.toContain("truncate");
});
