import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EdgeRow } from "./edge-discovery.ts";
import { edgeUsers } from "./edge-users.ts";

const module = fc.option(
  fc.record({ enabled: fc.boolean(), backend: fc.record({ id: fc.constantFrom("bkdtg_a", "bkdtg_b") }) }),
);

describe("who names a backend", () => {
  // Cause: a backend's panel did not say who names it. Law: every reference in both directions.
  it("is every edge and every route whose backend it is, each with its page, and nobody else", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind: fc.constantFrom("tls", "tcp"), backend: module })),
        fc.array(fc.array(module)),
        (plain, https) => {
          const edges = [
            ...plain.map(({ kind, backend }, i) => ({ id: `edg${kind}_${i}`, hostports: [], backend })),
            ...https.map((modules, i) => ({
              id: `edghts_${i}`,
              routes: modules.map((backend, j) => ({ id: `edghtsrt_${i}x${j}`, match: `/${j}`, backend })),
            })),
          ];
          const wanted = [
            ...plain.flatMap(({ kind, backend }, i) =>
              backend?.backend.id === "bkdtg_a" ? [`/edges/${kind}/edg${kind}_${i}`] : [],
            ),
            ...https.flatMap((modules, i) =>
              modules.flatMap((backend, j) =>
                backend?.backend.id === "bkdtg_a"
                  ? [`/edges/https/edghts_${i}/routes/edghtsrt_${i}x${j}`]
                  : [],
              ),
            ),
          ];
          const users = edgeUsers({ kind: "backend", id: "bkdtg_a" }, edges as unknown as EdgeRow[]);
          expect(users.map(({ to }) => to)).toEqual(wanted);
          // Cause: a question about an outage named routes whose backend was off. Law: who is off does not go offline.
          const off = new Set(
            [...plain, ...https.flat().map((backend) => ({ backend }))].flatMap(({ backend }) =>
              backend?.enabled === false ? backend : [],
            ),
          );
          const on = edgeUsers({ kind: "backend", id: "bkdtg_a", on: true }, edges as unknown as EdgeRow[]);
          const offHere = [...off].filter(({ backend }) => backend.id === "bkdtg_a").length;
          expect(on.length).toBe(users.length - offHere);
        },
      ),
    );
  });
});

// Cause: the deletion of a certificate authority was tried only to be refused. Law: every reference in both directions.
it("is every edge and route whose mutual TLS names a certificate authority", () => {
  const named = (...ids: string[]) => ({ certificate_authorities: ids.map((id) => ({ id, uri: "" })) });
  const edges = [
    { id: "edgtls_1", hostports: ["a.example:443"], mutual_tls: named("ca_1", "ca_2") },
    {
      id: "edgtls_2",
      hostports: ["b.example:443"],
      mutual_tls: named("ca_2"),
      ip_restriction: named("ca_1"),
    },
    { id: "edghts_1", hostports: ["c.example:443"], mutual_tls: named("ca_1"), routes: [] },
  ] as unknown as EdgeRow[];
  const users = edgeUsers({ kind: "mutual_tls", id: "ca_1" }, edges);
  expect(users.map(({ to }) => to)).toEqual(["/edges/tls/edgtls_1", "/edges/https/edghts_1"]);
});

// Cause: the page of a policy did not say where it is used, and its deletion was tried only to be refused. Law: every reference in
// both directions.
it("is every edge and route whose IP restriction names a policy", () => {
  const named = (...ids: string[]) => ({ enabled: false, ip_policies: ids.map((id) => ({ id, uri: "" })) });
  const edges = [
    { id: "edgtcp_1", hostports: ["a.example:20379"], ip_restriction: named("ipp_1", "ipp_2") },
    { id: "edgtls_1", hostports: ["b.example:443"], ip_restriction: null },
    {
      id: "edghts_1",
      hostports: ["c.example:443"],
      routes: [
        { id: "edghtsrt_1", match: "/v1/", ip_restriction: named("ipp_1") },
        { id: "edghtsrt_2", match: "/v2/", ip_restriction: named("ipp_2") },
      ],
    },
  ] as unknown as EdgeRow[];
  expect(edgeUsers({ kind: "ip_restriction", id: "ipp_1" }, edges)).toEqual([
    {
      id: "edgtcp_1",
      name: "a.example:20379",
      to: "/edges/tcp/edgtcp_1",
      path: "/edges/tcp/edgtcp_1/ip_restriction",
    },
    {
      id: "edghtsrt_1",
      name: "c.example/v1/",
      to: "/edges/https/edghts_1/routes/edghtsrt_1",
      path: "/edges/https/edghts_1/routes/edghtsrt_1/ip_restriction",
    },
  ]);
});
