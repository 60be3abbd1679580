// Cause: a dialog called a backend by its labels, its page and every list by its name. Law: one name for one thing.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { backends } from "#resources/backends.ts";
import { renderInApp } from "#testing/render.tsx";
import { BlastList } from "./blast-list.tsx";
import { restartingRollouts } from "./rollout/rollouts.ts";

const at = "2026-11-22T10:00:00Z";
const id = "bkdtg_2nXbQ3456789ZoCd";
const edge = { id: "edghts_1", uri: "" };
const tunnel: Tunnel = {
  id: "tn_1",
  started_at: at,
  tunnel_session: { id: "ts_1", uri: "" },
  labels: { app: "batch" },
  backends: [{ id, uri: "" }],
};

it.each([
  ["Nightly batch", "Nightly batch"],
  ["", "app=batch"],
])("names a backend with the description “%s” as “%s”", (description, name) => {
  const client = createQueryClient();
  const backend = { id, uri: "", created_at: at, description, metadata: "", labels: { app: "batch" } };
  client.setQueryData(backends.detail(id).queryKey, backend);
  const served = { tunnels: [tunnel], endpoints: [] };
  renderInApp(<BlastList ids={["ts_1"]} kind="stop" known={{ served, error: null, waiting: undefined }} />, {
    client,
  });
  expect(screen.getByText("1 backend goes offline")).toBeDefined();
  expect(screen.getByRole("listitem").textContent).toBe(name);
});

// Law: a confirm says for how long URLs go offline, by the last restarts seen, and folds a long list.
it("says how long a restart is expected to take, from what the service keeps of rollouts", async () => {
  const client = createQueryClient();
  const tunnels = Array.from({ length: 47 }, (_, n) => ({
    id: `tn_${n}`,
    started_at: at,
    tunnel_session: { id: "ts_1", uri: "" },
    public_url: `https://u${n}.example`,
  }));
  const step = (kind: string, from: number, until: number) => ({
    kind,
    session_id: "ts_0",
    started_at: new Date(from * 1_000).toISOString(),
    ended_at: new Date(until * 1_000).toISOString(),
    result: "done",
    detail: "",
  });
  const agent = {
    session: { id: "ts_0" },
    session_id: "ts_1",
    steps: [step("restart", 0, 0), step("return", 0, 4)],
  };
  client.setQueryData(restartingRollouts.queryKey, [{ agents: [agent] } as unknown as Rollout]);
  const known = { served: { tunnels, endpoints: [] }, error: null, waiting: undefined };
  const { user } = renderInApp(<BlastList ids={["ts_1"]} kind="restart" known={known} />, { client });
  expect(screen.getByText("47 URLs go offline for about 4 s")).toBeDefined();
  expect(screen.getByText("As in its last restart.")).toBeDefined();
  expect(screen.getAllByRole("listitem")).toHaveLength(47);
  await user.click(screen.getByText("and 42 more"));
});

// Cause: a stop called a URL "offline already" that every page calls "Closed". Law: what is so is called as it is elsewhere.
it("says of a URL that fails already how it is, in the words of its status", () => {
  const served = {
    tunnels: [tunnel],
    endpoints: [
      { id: "ep_1", created_at: at, updated_at: at, type: "edge", public_url: "https://a.example", edge },
    ],
    edgeBackends: new Map([[edge.id, [id]]]),
    down: new Map([[edge.id, "Closed"]]),
  };
  renderInApp(<BlastList ids={["ts_1"]} kind="stop" known={{ served, error: null, waiting: undefined }} />);
  expect(screen.getByText("1 URL already fails")).toBeDefined();
  expect(screen.getByRole("listitem").textContent).toBe("a.example · Closed");
  expect(screen.queryByText(/offline already/)).toBeNull();
});

// Cause: a stop promised that a URL stays up through an agent whose app was known to be down. Law: of each URL that goes offline it says
// why what else serves it doesn’t keep it up.
it("says whose app would have to keep a URL up, and fails", () => {
  const served = {
    tunnels: [tunnel, { ...tunnel, id: "tn_2", tunnel_session: { id: "second-host", uri: "" } }],
    endpoints: [],
    unreached: new Map([["tn_2", "unreached 500 Failures"]] as const),
  };
  renderInApp(<BlastList ids={["ts_1"]} kind="stop" known={{ served, error: null, waiting: undefined }} />);
  expect(screen.getByText("1 backend goes offline")).toBeDefined();
  expect(screen.getByRole("listitem").textContent).toBe("app=batch · The app of second-host fails");
});
