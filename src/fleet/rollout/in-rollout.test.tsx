// Cause: the page of an agent that a rollout had still to do offered every command as if nothing were under way. Law: what is under
// way for an agent is told where it can be told something else.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href } from "#resources/paths.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { createRollout } from "./rollouts.ts";
import { InRollout, InRollouts } from "./in-rollout.tsx";

connectedService({ demo: 3 });

it("says of an agent whose turn comes which rollout it is in, until that is halted", async () => {
  const { tunnel_sessions: sessions } = await request<{ tunnel_sessions: TunnelSession[] }>({
    method: "GET",
    path: "/tunnel_sessions",
  });
  const ids = sessions.filter(({ os }) => os !== "windows").map(({ id }) => id);
  const { id, agents } = await createRollout({
    session_ids: ids,
    action: "stop",
    canary: 1,
    batch_size: 1,
    at_once: 1,
    pause_seconds: 600,
  });
  const act = (act: string) => request<Rollout>({ method: "PATCH", path: `/rollouts/${id}`, body: { act } });
  await act("pause");
  const last = agents.at(-1)!.session_id;
  const { client, unmount } = renderInApp(<InRollout id={last} />);
  await screen.findByText(/^A paused rollout will stop this agent\./);
  expect(screen.getByRole("link", { name: "Show rollout" }).getAttribute("href")).toBe(href.rollout(id));
  unmount();
  // Cause: a question about many said nothing of it. Law: as above.
  renderInApp(<InRollouts ids={[last, "ts_other"]} />, { client });
  await screen.findByText(/^1 of these agents is in a rollout already\. Wait until it is done, or halt it/);
  await act("halt");
  await client.invalidateQueries();
  await waitFor(() => expect(screen.queryByText(/in a rollout already/)).toBeNull());
});
