import type * as z from "zod/mini";
import { screen } from "@testing-library/react";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { setConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { href, paths } from "#resources/paths.ts";
import { HttpsEdge } from "#contract/edge.ts";
import { contractOf, type RouteModule } from "#contract/modules/contracts.ts";
import { Route } from "#contract/route.ts";
import type { JsonObject } from "#forms/json.ts";
import { Component } from "#pages/route-module/route-module-page.tsx";
import { renderInApp } from "./render.tsx";
import type { TestService } from "./service.ts";

/**
 * A fresh route of a real service, with one module of it to read, to write and to open in its editor. The console knows, as
 * from the service's /config.json, that it keeps secrets.
 */
export async function editedModule({ origin, key }: TestService, kind: RouteModule) {
  setConnection({ baseUrl: `${origin}/api`, key, versionHeader: "Service-Version" }, { remember: false });
  const edge = await request({ method: "POST", path: "/edges/https", body: {}, answer: HttpsEdge });
  const body = { match_type: "path_prefix", match: "/dispatch" };
  const route = await request({
    method: "POST",
    path: `/edges/https/${edge.id}/routes`,
    body,
    answer: Route,
  });
  const path = `/edges/https/${edge.id}/routes/${route.id}/${kind}`;
  const answer = contractOf("route", kind).answer as z.ZodMiniType<JsonObject>;
  return {
    get: () => request({ method: "GET", path, answer }),
    put: (value: object) => request({ method: "PUT", path, body: value, answer }),
    /** Opens the editor and waits for its fields. */
    open: async () => {
      const client = createQueryClient();
      client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
      const app = renderInApp(null, {
        client,
        path: href.routeModule(edge.id, route.id, kind),
        routes: [{ path: paths.routeModule, Component }],
      });
      await screen.findByLabelText("Apply to traffic");
      return app;
    },
  };
}
