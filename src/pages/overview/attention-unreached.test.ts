// Cause: the overview said nothing of an app that was down. Law: each address whose requests fail has a line with its numbers and its
// link; what an edge serves is said of the edge, and what is gone is not said at all.
import { expect, it } from "vitest";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import type { UnreachedBy } from "#resources/unreachable.ts";
import { attentionOf } from "./attention.ts";

const FACTS = "Failures since 10:32. 8 of the last 8 requests to the app failed";
const unreached: UnreachedBy = new Map([
  ["ep_1", `unreached ERR_GATEHOUSE_3210 ${FACTS}`],
  ["edghtsrt_1", `unreached ERR_GATEHOUSE_3244 ${FACTS}`],
  ["ep_gone", `unreached ERR_GATEHOUSE_3210 ${FACTS}`],
]);
const backend = { backend: { id: "bkdhr_1", uri: "" } };
const route = (id: string, match: string, oidc?: object) => ({ id, match, backend, oidc });
const edge = {
  id: "edghts_1",
  created_at: "2026-11-21T12:00:00Z",
  hostports: ["shop.example:443"],
  routes: [route("edghtsrt_1", "/login", { enabled: true }), route("edghtsrt_2", "/")],
} as unknown as EdgeRow;

it("names what can't be reached, in numbers", () => {
  const found = attentionOf({
    sessions: [],
    left: [],
    lost: [],
    actions: [],
    edges: [edge],
    serving: { unreached },
    backends: new Map<string, TunnelGroupBackend>(),
    rules: [],
    policies: new Map(),
    authorities: [],
    endpoints: [
      { id: "ep_1", public_url: "https://a.example" } as Endpoint,
      { id: "ep_2", public_url: "https://shop.example", edge: { id: edge.id, uri: "" } } as Endpoint,
    ],
    now: 0,
  });
  expect(found.map(({ what, why, fix }) => [what, why, "to" in fix && fix.to])).toEqual([
    [
      "shop.example/login: Sign-in fails",
      `${FACTS}. Check the login provider and the login’s settings.`,
      "/edges/https/edghts_1/routes/edghtsrt_1",
    ],
    [
      "https://a.example: App unreachable",
      `${FACTS}. Check the app, and where its tunnel forwards to.`,
      "/endpoints/ep_1",
    ],
  ]);
});
