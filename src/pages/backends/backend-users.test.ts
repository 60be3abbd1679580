import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import { backendUsers } from "./backend-users.ts";

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
          const users = backendUsers("bkdtg_a", edges as unknown as EdgeRow[]);
          expect(users.map(({ to }) => to)).toEqual(wanted);
        },
      ),
    );
  });
});
