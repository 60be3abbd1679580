import * as z from "zod/mini";
import { contractOf } from "#contract/modules/contracts.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { endpointRow } from "#service/resources/edge-endpoints.ts";
import { prepareModules, writeModules } from "#service/resources/module-writes.ts";
import { idAt } from "../store/ids.ts";
import { insertRows } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { type DemoEdge, demoEdges, type Modules, type Named } from "./edge-list.ts";
import { addRow, daysBefore } from "./rows.ts";

/** `base` = of every `uri`. */
export type Target = { base: string };

/** Adds the edges with their endpoints, routes and modules. */
export async function addDemoEdges(db: Db, target: Target, named: Named, now: number): Promise<void> {
  for (const edge of demoEdges(named)) await addEdge(db, target, edge, daysBefore(now, edge.daysOld));
}

async function addEdge(db: Db, target: Target, demo: DemoEdge, at: number): Promise<void> {
  const { kind = "httpsEdge", hosts, modules = {}, routes = [] } = demo;
  const edge = await addRow(db, kind, at, demo, { hostports: JSON.stringify(hosts) });
  const endpoints = hosts.map((hostport, index) =>
    endpointRow(kind, edge, hostport, { id: idAt("endpoint", at + index), at: edge.created_at }),
  );
  await insertRows(db, "endpoint", ...endpoints);
  await setModules(db, target, { owner: kind, id: edge.id }, modules);
  // Minutes apart: an edge shows its routes in the order they were made.
  for (const [index, route] of routes.entries()) {
    const { match, type: match_type = "path_prefix" } = route;
    const columns = { edge_id: edge.id, match_type, match };
    const { id } = await addRow(db, "route", at + index * 60_000, route, columns);
    await setModules(db, target, { owner: "route", id }, route.modules);
  }
}

/** Sets modules as a request would, once they have passed their contracts. */
async function setModules(
  db: Db,
  target: Target,
  of: { owner: ModuleOwner; id: string },
  modules: Modules,
): Promise<void> {
  const body = Object.entries(modules).map(([kind, request]) => [
    kind,
    z.parse(contractOf(of.owner, kind).request, request),
  ]);
  const certificate = await prepareModules(db, modules);
  await writeModules(db, { ...target, ...of, certificate }, Object.fromEntries(body));
}
