import { compileFilter, type Filter } from "#contract/cel/filter.ts";
import { trafficOperations } from "#contract/operations/traffic.ts";
import { BODY_FIELDS, TRAFFIC_FIELDS } from "#contract/traffic/traffic-filter.ts";
import { askedOf, type NotedApp } from "#service/traffic/unreachable-apps.ts";
import { modulesByOwner, parsed } from "../edge-modules.ts";
import { modulesOf } from "../store/modules.ts";
import type { Db } from "../store/schema.ts";
import { ApiProblem, ended, invalid } from "../errors.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import { existingIds } from "../store/rows.ts";
import { nextPage, sliceOf } from "../store/pages.ts";
import { withBodies } from "#service/traffic/traffic-bodies.ts";
import { readMetrics } from "#service/traffic/traffic-series.ts";
import { searchTraffic } from "#service/traffic/traffic-search.ts";

/** @throws ApiProblem 400 that says what is wrong with the text. */
async function filterOf(text: string | undefined): Promise<Filter | null> {
  if (text === undefined) return null;
  const filter = await compileFilter(text, TRAFFIC_FIELDS, BODY_FIELDS);
  if (!("fault" in filter)) return filter;
  const message = filter.fault;
  throw invalid("valueInvalid", ended(`The filter ${message}`), [{ path: ["filter"], message }]);
}

/** Of what several edges say of the same, what the one says at which more of the last requests failed. */
function onceEach(all: readonly NotedApp[]): NotedApp[] {
  const worst = new Map<string, NotedApp>();
  const keyOf = ({ endpoint_id: endpoint, route_id: route, tunnel_id: tunnel, by_tunnel: own }: NotedApp) =>
    `${endpoint} ${route} ${own && tunnel}`;
  for (const one of all.toSorted((a, b) => a.failed - b.failed)) worst.set(keyOf(one), one);
  return all.filter((one) => worst.get(keyOf(one)) === one);
}

/** Whom the routes of failures ask now ({@link askedOf}). */
async function askedNow(db: Db, all: readonly NotedApp[]) {
  const rows = await modulesOf(
    db,
    all.flatMap(({ route_id: id, asked }) => (id !== null && asked ? id : [])),
  );
  const modules = modulesByOwner(rows, parsed(rows, new Map()));
  return ({ route_id: id }: NotedApp) => askedOf(modules.get(id ?? ""));
}

export const trafficRoutes = [
  implement(trafficOperations.list, async ({ traffic }, { base, query }) => {
    const slice = sliceOf("event", query);
    const filter = await filterOf(query.filter);
    await traffic.flush();
    const { events, last } = await searchTraffic(await traffic.store(), slice, filter);
    const uri = `${base}/traffic`;
    return { traffic: events, uri, next_page_uri: nextPage(uri, query, slice, last) };
  }),

  implement(trafficOperations.get, async ({ traffic }, { params: { id } }) => {
    await traffic.flush();
    const store = await traffic.store();
    return withBodies(await found("event", id, () => store.byId(id)));
  }),

  implement(
    trafficOperations.stream,
    async ({ traffic: { ring }, trafficFeed, stopping }, { principal, query, request }) => {
      const filter = await filterOf(query.filter);
      const after = ring.numberOf(request.headers.get("last-event-id") ?? "") ?? ring.last;
      if (stopping())
        throw new ApiProblem("shuttingDown", "The service is shutting down. Reconnect with Last-Event-ID.");
      return new Response(trafficFeed.open({ keyId: principal.keyId, after, filter }), {
        headers: {
          "Content-Type": "text/event-stream",
          "Cache-Control": "no-store",
          // nginx would hold the events back.
          "X-Accel-Buffering": "no",
        },
      });
    },
  ),

  implement(trafficOperations.unreachable, async ({ db, traffic, gateway }, { base }) => {
    const all = [...traffic.apps.list(), ...((await gateway.lookForApps?.()) ?? [])];
    const tunnels = all.flatMap(({ tunnel_id: id }) => id ?? []);
    const online = await existingIds(db, "tunnel", [...new Set(tunnels)]);
    // An agent that left took the fault with it, and so did a login that was changed or turned off.
    const asked = await askedNow(db, all);
    const now = all.filter((one) =>
      one.tunnel_id === null ? !one.asked || asked(one) === one.asked : online.has(one.tunnel_id),
    );
    return {
      uri: `${base}/unreachable_apps`,
      unreachable_apps: onceEach(now).map((one) => ({ ...one, asked: undefined })),
    };
  }),

  implement(trafficOperations.metrics, ({ traffic }, { base, query }) =>
    readMetrics(traffic, query, `${base}/traffic_metrics`),
  ),
];
