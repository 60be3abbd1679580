import { Validator } from "@seriousme/openapi-schema-validator";
import OpenAPIClientAxios, { type Document } from "openapi-client-axios";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ErrorBody } from "#contract/error.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { NAMED_SCHEMAS } from "#contract/operations/schemas.ts";
import { startTestService, type TestService } from "#testing/service.ts";
import { openApiDocument } from "./openapi.ts";

type Media = { schema: { $ref: string }; example?: unknown; examples?: Record<string, { value: unknown }> };
type Content = { content?: { "application/json": Media } };
type Row = { requestBody?: Content; responses: Record<string, Content> };
const document = openApiDocument("Service-Version") as { paths: Record<string, Record<string, Row>> };
const rowOf = (method: string, path: string) => document.paths[path]![method.toLowerCase()]!;

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect([result.valid, validator.version]).toEqual([true, "3.1"]);
  });

  it.each(OPERATIONS.map((row) => [row.id, row] as const))("%s has examples that fit", (_, row) => {
    const { requestBody, responses } = rowOf(row.method, row.path);
    expect(requestBody === undefined).toBe(row.body === undefined);
    const answers = Object.entries(responses).map(([status, { content }]) => ({ status, content }));
    expect(answers.some(({ status }) => status === String(row.status))).toBe(true);
    expect(answers.filter(({ status, content }) => status !== "204" && !content)).toEqual([]);
    for (const content of [requestBody?.content, ...answers.map((one) => one.content)]) {
      if (!content?.["application/json"]) continue;
      const { schema, example, examples } = content["application/json"];
      const name = schema.$ref.split("/").at(-1)!;
      const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) {
        const { error } = z.safeParse(NAMED_SCHEMAS[name]!, value);
        expect([name, value, error?.issues]).toEqual([name, value, undefined]);
      }
    }
  });
});

describe("a client made from the OpenAPI document", () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startTestService();
  });
  afterEach(() => service.close());

  /** Made from what the service serves, by openapi-client-axios: a method for each operationId. */
  async function clientOf({ origin, key }: TestService) {
    const served = (await (await fetch(`${origin}/api/openapi.json`)).json()) as Document;
    const api = new OpenAPIClientAxios({
      definition: { ...served, servers: [{ url: `${origin}/api` }] },
      axiosConfigDefaults: {
        headers: { authorization: `Bearer ${key}`, "service-version": "2" },
        validateStatus: () => true,
      },
    });
    return api.init();
  }

  it("has every operation", async () => {
    const client = await clientOf(service);
    for (const { id } of OPERATIONS) expect(client[id]).toBeTypeOf("function");
  });

  it("creates, reads, updates and deletes", async () => {
    const client = await clientOf(service);
    const made = await client["ApiKeysCreate"]!({}, { description: "made by a client" });
    expect(made.status).toBe(201);
    const { id } = made.data as { id: string };
    expect((await client["ApiKeysGet"]!({ id })).data).toMatchObject({ id, description: "made by a client" });
    const changed = await client["ApiKeysUpdate"]!({ id }, { metadata: "é" });
    expect(changed).toMatchObject({ status: 200, data: { description: "made by a client", metadata: "é" } });
    const { keys } = (await client["ApiKeysList"]!({ limit: "1" })).data as { keys: { id: string }[] };
    expect(keys).toMatchObject([{ id }]);
    expect((await client["ApiKeysDelete"]!({ id })).status).toBe(204);
    const gone = await client["ApiKeysGet"]!({ id });
    expect(gone.status).toBe(404);
    expect(ErrorBody.parse(gone.data).error_code).toBe("ERR_GATEHOUSE_9002");
  });

  it("makes an edge, a route and a module of it, from the document’s own examples", async () => {
    const client = await clientOf(service);
    const body = (method: string, path: string) =>
      rowOf(method, path).requestBody!.content!["application/json"].example as object;
    const edge = await client["HttpsEdgesCreate"]!({}, body("POST", "/edges/https"));
    expect(edge.status).toBe(201);
    const { id: edge_id } = edge.data as { id: string };
    const route = await client["HttpsEdgeRoutesCreate"]!(
      { edge_id },
      body("POST", "/edges/https/{edge_id}/routes"),
    );
    expect(route.status).toBe(201);
    const parameters = { edge_id, id: (route.data as { id: string }).id };
    const path = "/edges/https/{edge_id}/routes/{id}/circuit_breaker";
    const set = await client["HttpsEdgeRouteCircuitBreakerReplace"]!(parameters, body("PUT", path));
    expect(set.status).toBe(200);
    const read = await client["HttpsEdgeRoutesGet"]!(parameters);
    expect(read.data).toMatchObject({ circuit_breaker: set.data as object, oauth: null });
    expect((await client["HttpsEdgeRouteCircuitBreakerDelete"]!(parameters)).status).toBe(204);
    expect((await client["HttpsEdgeRouteCircuitBreakerGet"]!(parameters)).status).toBe(404);
  });
});
