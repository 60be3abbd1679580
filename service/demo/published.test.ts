// Cause: the demo's agents of 2.x were "up to date" until the last of them was updated, and then had "No release for 2.x". Law:
// what the agents of a service install is what it publishes.
import { expect, it } from "vitest";
import type { AgentUpdate } from "#contract/agent-update.ts";
import { fleetVersions, fleetVersionsText } from "#fleet/fleet-versions.ts";
import { startTestService } from "#testing/service.ts";
import { callOver } from "../testing/test-app.ts";
import { newerRelease } from "./versions.ts";

it("publishes what each of its agents would install, so that all are up to date once they did", async () => {
  const service = await startTestService({ demo: 8 });
  const call = callOver((path, init) => fetch(`${service.origin}${path}`, init), service.key);
  type Releases = { agent_releases: { version: string }[] };
  const { agent_releases: releases } = (await call<Releases>("GET /agent_releases")).body;
  const published = releases.map(({ version }) => version);
  expect(published).toEqual(["3.18.2", "2.9.5"]);
  type Sessions = { tunnel_sessions: { id: string; agent_version: string }[] };
  const { tunnel_sessions: all } = (await call<Sessions>("GET /tunnel_sessions")).body;
  const updated = await Promise.all(
    all.map(async ({ id, agent_version: version }) => {
      const { release } = (await call<AgentUpdate>(`GET /tunnel_sessions/${id}/update`)).body;
      expect(release?.version ?? null).toBe(newerRelease(version));
      return { id, agent_version: release?.version ?? version };
    }),
  );
  expect(fleetVersionsText(fleetVersions(updated, [], [], 0, published))).toBe("All up to date");
  await service.close();
});
