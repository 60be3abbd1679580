import { compileFilter, type Filter } from "#contract/cel/filter.ts";
import { trafficOperations } from "#contract/operations/traffic.ts";
import { BODY_FIELDS, TRAFFIC_FIELDS } from "#contract/traffic/traffic-filter.ts";
import { askedOf, digestOf, type NotedApp } from "#service/traffic/unreachable-apps.ts";
import { modulesByOwner, parsed } from "../edge-modules.ts";
import { modulesOf } from "../store/modules.ts";
import type { Db } from "../store/schema.ts";
import { ApiProblem, ended, invalid } from "../errors.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import { waysOf } from "../rules/tunnel-ways.ts";
import { existingIds } from "../store/rows.ts";
import { likeGoneTunnels } from "../store/sessions.ts";
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
  // An edge that nobody has asked since a restart knows less than one that was.
  const known = all.toSorted(
    (a, b) => Number(b.restarted ?? false) - Number(a.restarted ?? false) || a.failed - b.failed,
  );
  for (const one of known) worst.set(keyOf(one), one);
  return all.filter((one) => worst.get(keyOf(one)) === one);
}

/** Those whose tunnel is online; where its agent came back with it, as it is now. An agent that left took the fault with it. */
async function onlineNow(db: Db, all: readonly NotedApp[]): Promise<NotedApp[]> {
  const tunnels = [...new Set(all.flatMap(({ tunnel_id: id }) => id ?? []))];
  const online = await existingIds(db, "tunnel", tunnels);
  const gone = tunnels.filter((id) => !online.has(id));
  const come = gone.length > 0 ? await likeGoneTunnels(db, gone) : [];
  const byId = new Map(come.map((tunnel) => [tunnel.id, tunnel]));
  const byWay = new Map([...waysOf(come)].map(([id, way]) => [digestOf(way), byId.get(id)]));
  return all.flatMap((one) => {
    if (one.tunnel_id === null || online.has(one.tunnel_id)) return one;
    const next = byWay.get(one.way ?? "");
    if (!next) return [];
    const endpoint_id = (one.edge_id === null ? next.endpoint_id : null) ?? one.endpoint_id;
    return { ...one, endpoint_id, tunnel_id: next.id, restarted: true };
  });
}

/** Whom the routes of failures ask now ({@link askedOf}). */
async function askedNow(db: Db, all: readonly NotedApp[]) {
  const rows = await modulesOf(
    db,
    all.flatMap(({ route_id: id, asked }) => (id !== null && asked ? id : [])),
  );
  const modules = modulesByOwner(rows, parsed(rows, new Map()));
  return ({ route_id: id, error_code: code }: NotedApp) => askedOf(modules.get(id ?? ""), code);
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
    // A login that was changed or turned off took the fault with it.
    const asked = await askedNow(db, all);
    const now = (await onlineNow(db, all)).filter((one) => !one.asked || asked(one) === one.asked);
    return {
      uri: `${base}/unreachable_apps`,
      unreachable_apps: onceEach(now).map((one) => ({ ...one, asked: undefined, way: undefined })),
    };
  }),

  implement(trafficOperations.metrics, ({ traffic }, { base, query }) =>
    readMetrics(traffic, query, `${base}/traffic_metrics`),
  ),
];
