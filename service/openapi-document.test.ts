import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Validator } from "@seriousme/openapi-schema-validator";
import { generateApi } from "swagger-typescript-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ErrorBody, ERRORS } from "#contract/error.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { NAMED_SCHEMAS } from "#contract/operations/schemas.ts";
import { startTestService, type TestService } from "#testing/service.ts";
import { openApiDocument } from "./openapi.ts";

type Media = { schema: { $ref: string }; example?: unknown; examples?: Record<string, { value: unknown }> };
type Content = { content?: { "application/json": Media } };
type Row = {
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content>;
  parameters: Parameter[];
};
type Parameter = { name?: string; schema: { pattern?: string } };
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
    expect(requestBody === undefined).toBe(row.body === undefined && row.method !== "POST");
    expect(requestBody?.required ?? false).toBe(row.body !== undefined);
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

  it("says an example of every field, by name where one is missing", () => {
    // A body repeats no id of its path and sets no module of an owner; an answer has no secret.
    const left = ["id", "edge_id", ...ALL_CONTRACTS.map(({ kind }) => kind)];
    const secrets = ALL_CONTRACTS.flatMap((one) => one.secrets.map(({ path }) => path.at(-1)!));
    // The one of several whose example it is.
    const ofMany = (schema: z.ZodMiniType, value: object): z.ZodMiniObject =>
      (schema instanceof z.ZodMiniUnion
        ? schema.def.options.find((one) => z.safeParse(one, value).success)
        : schema) as z.ZodMiniObject;
    const untold = (name: string, schema: z.ZodMiniType, value: object, but: string[]): string[] =>
      Object.entries(ofMany(schema, value).shape).flatMap(([field, of]) => {
        if (!Object.hasOwn(value, field)) return but.includes(field) ? [] : [`${name}.${field}`];
        const items = (value as Record<string, unknown>)[field];
        const { element } = (of as z.ZodMiniArray<z.ZodMiniObject>).def;
        const whole = Array.isArray(items) && element !== undefined && "shape" in element;
        return whole ? items.flatMap((item: object) => untold(`${name}.${field}`, element, item, but)) : [];
      });
    const missing = OPERATIONS.flatMap((row) => {
      const { requestBody, responses } = rowOf(row.method, row.path);
      return [
        [requestBody?.content, left] as const,
        [responses[String(row.status)]!.content, secrets] as const,
      ].flatMap(([content, but]) => {
        const media = content?.["application/json"];
        const name = media?.schema.$ref.split("/").at(-1) ?? "";
        return media ? untold(name, NAMED_SCHEMAS[name]!, media.example as object, but) : [];
      });
    });
    expect([...new Set(missing)]).toEqual([]);
  });
});

/** An answer of the generated client: `data` of a success; a failure is thrown, with its body as `error`. */
type Answer = { status: number; data: Record<string, unknown>; error: unknown };
type Send = (...given: unknown[]) => Promise<Answer>;

/** The generator and the service on a machine that is busy, in milliseconds. */
const GENERATES_MS = 60_000;

describe("what the examples and schemas of the document say", () => {
  // Cause: they were made from the names and types of fields alone. Law: request, response and error schemas and
  // examples of every operation.
  const text = JSON.stringify(document);

  it("has a token where one is made, and only there", () => {
    for (const [path, kind] of [
      ["/api_keys", /^gh2_/],
      ["/credentials", /^gha_/],
    ] as const) {
      const { example } = rowOf("POST", path).responses["201"]!.content!["application/json"];
      expect((example as { token: unknown }).token).toMatch(kind);
    }
    expect(text.match(/"token":"/g)).toHaveLength(2);
  });

  it("has URIs that can be followed: those of the collection that they are in", () => {
    const uris = [...text.matchAll(/"uri":"([^"]+)"/g)].map(([, uri = ""]) => uri);
    expect(uris.length).toBeGreaterThan(60);
    expect(uris.filter((uri) => !/^https:\/\/gate\.example\.com\/api(\/[a-z0-9_A-Z.]+)+$/.test(uri))).toEqual(
      [],
    );
    const paths = Object.keys(document.paths).map(
      (path) => new RegExp(`/api${path.replaceAll(/\{[a-z_]+\}/g, "[^/]+")}$`),
    );
    expect(uris.filter((uri) => !/\/events\/ev_/.test(uri) && !paths.some((path) => path.test(uri)))).toEqual(
      [],
    );
  });

  it("tells bounds in words that JSON Schema has", () => {
    const formats = new Set([...text.matchAll(/"format":"([^"]+)"/g)].map(([, format]) => format));
    // The last is an example: event destinations have a field of this name.
    const known = ["date-time", "uri", "int32", "int64", "json"];
    expect([...formats].filter((one) => !known.includes(one ?? ""))).toEqual([]);
    const limit = rowOf("GET", "/api_keys").parameters.find(({ name }) => name === "limit");
    const pattern = new RegExp(limit?.schema.pattern ?? "-");
    const fits = Array.from({ length: 200 }, (_, i) => i).filter((i) => pattern.test(String(i)));
    expect([fits[0], fits.at(-1), fits.length, pattern.test("005")]).toEqual([1, 100, 100, false]);
    const { schemas } = (document as unknown as { components: { schemas: Record<string, unknown> } })
      .components;
    expect(schemas["WebhookVerificationRequest"]).toMatchObject({
      properties: { provider: { enum: expect.arrayContaining(["github", "sns"]) as string[] } },
    });
  });

  it("tells how a stream is resumed and what it looks like", () => {
    const { parameters, responses } = rowOf("GET", "/event_stream");
    expect(parameters.find(({ name }) => name === "Last-Event-ID")).toMatchObject({
      in: "header",
      required: false,
    });
    const { example } = (responses["200"]!.content as unknown as Record<string, { example: string }>)[
      "text/event-stream"
    ]!;
    const [, id = "", data = ""] = /^id: (.+)\ndata: (.+)\n\n/m.exec(example) ?? [];
    expect(z.safeParse(NAMED_SCHEMAS["Event"]!, JSON.parse(data)).data).toMatchObject({ event_id: id });
  });
});

describe("a client generated from the OpenAPI document", () => {
  let dir: string;
  let file: string;
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    dir = await mkdtemp(join(tmpdir(), "gatehouse-client-"));
    file = join(dir, "client.ts");
    const served = await fetch(`${service.origin}/api/openapi.json`);
    await generateApi({
      spec: (await served.json()) as object,
      output: dir,
      fileName: "client.ts",
      silent: true,
    });
  }, GENERATES_MS);
  afterAll(async () => {
    await service.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Its methods by operation id, as a program has them that imports the generated file. */
  async function client(): Promise<(id: string) => Send> {
    const { Api } = (await import(file)) as { Api: new (config: object) => object };
    const headers = { authorization: `Bearer ${service.key}`, "service-version": "2" };
    const api = new Api({ baseUrl: `${service.origin}/api`, baseApiParams: { headers } });
    const groups: unknown[] = Object.values(api);
    return (id) => {
      const name = `${id.slice(0, 1).toLowerCase()}${id.slice(1)}`;
      const methods = groups.filter((one): one is object => typeof one === "object" && one !== null);
      const group = methods.find((one) => Object.hasOwn(one, name)) as Record<string, Send> | undefined;
      if (!group?.[name]) throw new Error(`The client has no method for ${id}.`);
      return group[name];
    };
  }

  const exampleOf = (method: string, path: string) =>
    rowOf(method, path).requestBody!.content!["application/json"].example as object;
  const idOf = ({ data }: Answer) => String(data["id"]);
  const thrownBy = async (sent: Promise<unknown>) => {
    const thrown = await sent.then(() => null).catch((error: unknown) => error as Answer);
    return { status: thrown?.status, code: ErrorBody.parse(thrown?.error).error_code };
  };
  const GONE = { status: 404, code: ERRORS.resourceUnknown.code };

  it("has every operation, and its types compile", async () => {
    const method = await client();
    for (const { id } of OPERATIONS) expect(method(id)).toBeTypeOf("function");
    const flags =
      "--noEmit --strict --ignoreConfig --target es2022 --module esnext --moduleResolution bundler";
    const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags.split(" "), file], {
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, ""]);
  });

  it("creates, reads, lists, updates and deletes a key, and has the error body of a failure", async () => {
    const method = await client();
    const made = await method("ApiKeysCreate")({ description: "made by a client" });
    expect(made.status).toBe(201);
    const id = idOf(made);
    expect(made.data["token"]).toBeTypeOf("string");
    const read = await method("ApiKeysGet")(id);
    expect(read.data).toEqual({ ...made.data, token: null });
    const changed = await method("ApiKeysUpdate")(id, { metadata: "é" });
    expect(changed).toMatchObject({ status: 200, data: { ...read.data, metadata: "é" } });
    const { data } = await method("ApiKeysList")({ limit: "1" });
    expect(data).toMatchObject({ keys: [{ id }] });
    expect((await method("ApiKeysDelete")(id)).status).toBe(204);
    expect(await thrownBy(method("ApiKeysGet")(id))).toEqual(GONE);
    const wrong = { description: "x".repeat(256) };
    expect(await thrownBy(method("ApiKeysCreate")(wrong))).toEqual({
      status: 400,
      code: ERRORS.valueInvalid.code,
    });
  });

  it("creates, reads, lists, updates and deletes a policy and its rules", async () => {
    const method = await client();
    const policy = idOf(await method("IpPoliciesCreate")({ description: "office" }));
    const body = { cidr: "198.51.100.0/24", ip_policy_id: policy, action: "allow" };
    const id = idOf(await method("IpPolicyRulesCreate")(body));
    expect(await thrownBy(method("IpPolicyRulesCreate")(body))).toEqual({
      status: 409,
      code: ERRORS.cidrTaken.code,
    });
    await method("IpPolicyRulesUpdate")(id, { cidr: "2001:db8::/32" });
    const { data } = await method("IpPolicyRulesGet")(id);
    expect(data).toMatchObject({ cidr: "2001:db8::/32", action: "allow", ip_policy: { id: policy } });
    expect((await method("IpPolicyRulesList")({ limit: "1" })).data).toMatchObject({
      ip_policy_rules: [{ id }],
    });
    expect((await method("IpPolicyRulesDelete")(id)).status).toBe(204);
    expect(await thrownBy(method("IpPolicyRulesGet")(id))).toEqual(GONE);
    expect((await method("IpPoliciesUpdate")(policy, { metadata: "m" })).data).toMatchObject({
      description: "office",
      metadata: "m",
    });
    expect((await method("IpPoliciesDelete")(policy)).status).toBe(204);
    expect(await thrownBy(method("IpPoliciesGet")(policy))).toEqual(GONE);
  });

  it("makes an edge, a route and a module of it from the document’s own examples, and takes them away", async () => {
    const method = await client();
    const edge = await method("HttpsEdgesCreate")(exampleOf("POST", "/edges/https"));
    expect(edge.status).toBe(201);
    const edgeId = idOf(edge);
    const made = await method("HttpsEdgeRoutesCreate")(
      edgeId,
      exampleOf("POST", "/edges/https/{edge_id}/routes"),
    );
    expect(made.status).toBe(201);
    const ids = [edgeId, idOf(made)];
    const path = "/edges/https/{edge_id}/routes/{id}/circuit_breaker";
    const set = await method("HttpsEdgeRouteCircuitBreakerReplace")(...ids, exampleOf("PUT", path));
    expect(set.status).toBe(200);
    const changed = await method("HttpsEdgeRoutesUpdate")(...ids, { description: "shop" });
    expect(changed.data).toMatchObject({ description: "shop", circuit_breaker: set.data, oauth: null });
    expect((await method("HttpsEdgeRoutesGet")(...ids)).data).toEqual(changed.data);
    expect((await method("HttpsEdgeRouteCircuitBreakerDelete")(...ids)).status).toBe(204);
    expect(await thrownBy(method("HttpsEdgeRouteCircuitBreakerGet")(...ids))).toEqual({
      status: 404,
      code: ERRORS.moduleNotSet.code,
    });
    expect((await method("HttpsEdgeRoutesDelete")(...ids)).status).toBe(204);
    expect((await method("HttpsEdgesDelete")(edgeId)).status).toBe(204);
    expect(await thrownBy(method("HttpsEdgesGet")(edgeId))).toEqual(GONE);
  });
});
