// Cause: "5 of unknown version" led to the outdated ones, and beside it stood "unknown 3", with the other two among "6 others". Law:
// one number for one thing, and it leads to those that it counts.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { renderInApp } from "#testing/render.tsx";
import { FleetPanel } from "./fleet-panel.tsx";

it("counts agents of unknown version once, each way to say so, and leads to them", async () => {
  const told = ["3.18.2", "3.17.0", "", undefined, "unknown", "latest", "3.18"];
  const sessions = told.map((agent_version, i) => ({ id: `ts_${i}`, agent_version }) as TunnelSession);
  renderInApp(<FleetPanel sessions={sessions} actions={[]} left={[]} published={null} />);
  const target = (await screen.findByRole("link", { name: "5 of unknown version" })).getAttribute("href");
  expect(target).toBe("/sessions?version=unknown&version=latest&version=3.18");
  expect(screen.getByTitle("unknown: 5 agents").getAttribute("href")).toBe(target);
  expect(screen.getByRole("link", { name: "1 outdated" }).getAttribute("href")).toBe(
    "/sessions?outdated=yes",
  );
});
