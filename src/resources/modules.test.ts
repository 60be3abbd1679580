import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { ERRORS } from "#contract/error.ts";
import { findContract } from "#contract/modules/contracts.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { moduleQuery, type ModuleAddress } from "./modules.ts";

const AT = "2026-01-02T03:04:05Z";
const edge = { id: "edgtls_a", uri: "/e", created_at: AT };
const owner: ModuleAddress = { owner: "tlsEdge", edgeId: "edgtls_a", kind: "mutual_tls" };
const absent = (error_code?: string) => json(404, { status_code: 404, msg: "No.", error_code });

const server = connectedServer();
function read(address = owner) {
  const contract = findContract(address.owner, address.kind);
  if (!contract) throw new Error("no contract");
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return client.fetchQuery(moduleQuery(address, contract));
}
const asked = () => server.seen.filter(({ method }) => method === "GET").map(({ url }) => url);

// Cause: a 200 with null was taken for an answer in a shape nobody knows. Law: some services of the family answer so to a
// module that is not set.
it("a 200 with null means not set", async () => {
  server.answerWith(json(200, null));
  expect(await read()).toBeNull();
});

describe("a 404 to a module", () => {
  it("with the code for it means not set, and asks nothing more", async () => {
    server.answerWith(absent(ERRORS.moduleNotSet.code));
    expect(await read()).toBeNull();
    expect(asked()).toEqual(["/edges/tls/edgtls_a/mutual_tls"]);
  });

  it("without a code means not set while the owner is there", async () => {
    server.answerWith((request, response) =>
      (request.url === "/edges/tls/edgtls_a" ? json(200, edge) : absent())(request, response),
    );
    expect(await read()).toBeNull();
  });

  it("is the owner's own where the owner is unknown too", async () => {
    server.answerWith(absent());
    await expect(read()).rejects.toMatchObject({ status: 404, path: "/edges/tls/edgtls_a" });
    const route = { owner: "route", edgeId: "edghts_a", routeId: "r", kind: "saml" } as const;
    await expect(read(route)).rejects.toMatchObject({ status: 404, path: "/edges/https/edghts_a/routes/r" });
  });

  it("means not set where the service can't read owners", async () => {
    server.answerWith((request, response) =>
      (request.url === "/edges/tls/edgtls_a" ? json(405, { status_code: 405, msg: "No." }) : absent())(
        request,
        response,
      ),
    );
    expect(await read()).toBeNull();
  });
});

describe("an answer", () => {
  const headers: ModuleAddress = {
    owner: "route",
    edgeId: "edghts_a",
    routeId: "r",
    kind: "request_headers",
  };

  // Cause: the schema of a map makes a new one, without a key named `__proto__`, and the next save wrote it so. Law:
  // load → form → request is the identity, unknown fields included.
  it("is given with every key it was sent with", async () => {
    const sent = JSON.parse(
      '{"enabled":true,"add":{"__proto__":"1","x-a":"2"},"remove":[],"__proto__":3}',
    ) as object;
    server.answerWith(json(200, sent));
    expect(JSON.stringify(await read(headers))).toBe(JSON.stringify(sent));
  });

  it("of another shape is refused with the place and what was expected", async () => {
    server.answerWith(json(200, { enabled: true, add: { "x-a": 1 }, remove: [] }));
    await expect(read(headers)).rejects.toMatchObject({
      kind: "drift",
      msg: "At add.x-a: expected string.",
    });
  });
});
