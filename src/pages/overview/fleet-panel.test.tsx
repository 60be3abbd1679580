// Cause: "5 of unknown version" led to the outdated ones, and beside it stood "unknown 3", with the other two among "6 others". Law:
// one number for one thing, and it leads to those that it counts.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { renderInApp } from "#testing/render.tsx";
import { FleetPanel } from "./fleet-panel.tsx";

const online = (agent_version: string | undefined, i: number): TunnelSession => ({
  id: `ts_${i}`,
  uri: "",
  agent_version,
  ip: "192.0.2.7",
  os: "linux",
  region: "eu",
  started_at: "2026-11-21T14:00:00Z",
  transport: "service/2",
});

it("counts agents of unknown version once, each way to say so, and leads to them", async () => {
  const told = ["3.18.2", "3.17.0", "", undefined, "unknown", "latest", "3.18"];
  const sessions = told.map(online);
  renderInApp(<FleetPanel sessions={sessions} actions={[]} left={[]} now={0} published={null} />);
  const target = (await screen.findByRole("link", { name: "5 of unknown version" })).getAttribute("href");
  expect(target).toBe("/sessions?version=unknown&version=latest&version=3.18");
  expect(screen.getByTitle("unknown: 5 agents").getAttribute("href")).toBe(target);
  expect(screen.getByRole("link", { name: "1 outdated" }).getAttribute("href")).toBe(
    "/sessions?outdated=yes",
  );
});

// Cause: "1 awaits a restart, 2 without a release" led to one agent of three, and nothing said what a release is missing for. Law: each
// number leads to those that it counts, and what can't be updated says what to do.
// Cause: "3 without a release. Publish one" said neither what that means nor of what. Law: a number says what it means for the agents.
it("leads from those without a release to them, and says what that means", async () => {
  const told = ["3.18.2", "3.17.0", "0.1.0", "0.1.0", "1.0.0"];
  const sessions = told.map(online);
  renderInApp(<FleetPanel sessions={sessions} actions={[]} left={[]} now={0} published={["3.18.2"]} />);
  const links = await screen.findAllByRole("link", { name: /outdated$|updated here$/ });
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["1 outdated", "/sessions?outdated=yes"],
    ["3 can’t be updated here", "/sessions?version=0.1.0&version=1.0.0"],
  ]);
  // Cause: on a phone a line broke within "--releases". Law: what is typed as one word stays on one line.
  const flag = screen.getByText("--releases");
  expect(flag.className).toContain("whitespace-nowrap");
  expect(flag.closest("p")?.textContent).toBe(
    "The service has no release that 3 agents can update to. Update them on their hosts, or add a release to the service with --releases.",
  );
});
