import type * as z from "zod/mini";
import { screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { href, paths } from "#resources/paths.ts";
import { HttpsEdge } from "#contract/edge.ts";
import type { AppConfig } from "#contract/app-config.ts";
import { contractOf, type RouteModule } from "#contract/modules/contracts.ts";
import { Route } from "#contract/route.ts";
import type { JsonObject } from "#forms/json.ts";
import { Component } from "#pages/route-module/route-module-page.tsx";
import { renderInApp } from "./render.tsx";
import { startTestService, type TestService } from "./service.ts";

/** A fresh route of a real service that the console is connected to: where it is, and its path. */
export async function freshRoute({ origin, key }: TestService) {
  setConnection({ baseUrl: `${origin}/api`, key, versionHeader: "Service-Version" }, { remember: false });
  const edge = await request({ method: "POST", path: "/edges/https", body: {}, answer: HttpsEdge });
  const routes = `/edges/https/${edge.id}/routes`;
  const body = { match_type: "path_prefix", match: "/dispatch" };
  const route = await request({ method: "POST", path: routes, body, answer: Route });
  const owner = { owner: "route" as const, edgeId: edge.id, routeId: route.id };
  return { owner, path: `${routes}/${route.id}` };
}

/**
 * A module of a fresh route, to read, to write and to open in its editor. The console knows, as from the service's
 * /config.json, that it keeps secrets.
 */
export async function editedModule(service: TestService, kind: RouteModule) {
  const { owner, path: routePath } = await freshRoute(service);
  const path = `${routePath}/${kind}`;
  const answer = contractOf("route", kind).answer as z.ZodMiniType<JsonObject>;
  return {
    get: () => request({ method: "GET", path, answer }),
    put: (value: object) => request({ method: "PUT", path, body: value, answer }),
    /** Opens the editor and waits for its fields. `config` = more of what /config.json says, `search` = `?field=…`. */
    open: async (config: Partial<AppConfig> = {}, search = "") => {
      const client = createQueryClient();
      const served = { ...DEFAULT_CONFIG, secrets: "kept" as const, ...config };
      client.setQueryData(appConfigQuery.queryKey, served);
      const app = renderInApp(null, {
        client,
        path: href.routeModule(owner.edgeId, owner.routeId, kind) + search,
        routes: [{ path: paths.routeModule, Component }],
      });
      await screen.findByLabelText("Apply to traffic");
      return app;
    },
  };
}

/** {@link editedModule} for the tests of a file: one service for all of them, a fresh route for each. */
export function testedModule(kind: RouteModule) {
  const tested = {} as Awaited<ReturnType<typeof editedModule>> & { service: TestService };
  beforeAll(async () => {
    tested.service = await startTestService();
  });
  afterAll(() => tested.service.close());
  afterEach(forgetConnection);
  beforeEach(async () => {
    Object.assign(tested, await editedModule(tested.service, kind));
  });
  return tested;
}
