import * as z from "zod/mini";
import { API_VERSION } from "#contract/api-facts.ts";
import { EmptyBody } from "#contract/common.ts";
import { type ErrorBody, type ErrorName, ERRORS } from "#contract/error.ts";
import { answerExample, bodyExample, exampleId } from "#contract/operations/examples.ts";
import { type Operation, problemsOf } from "#contract/operations/operation.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { NAMED_SCHEMAS } from "#contract/operations/schemas.ts";
import { OPERATION_HEADER } from "./http/request-log.ts";

type Json = Record<string, unknown>;

const names = new Map(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));

/** The OpenAPI 3.1 document of the management API, made from the table of operations and the contract's schemas. */
export function openApiDocument(versionHeader: string): Json {
  const paths: Record<string, Json> = {};
  for (const row of OPERATIONS) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationObject(row) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Gatehouse management API",
      version: API_VERSION,
      description:
        "API keys, tunnel sessions, tunnels, endpoints and edges of a tunnel and edge network account.",
    },
    servers: [{ url: "/api" }],
    security: [{ apiKey: [] }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "The token of an API key." },
      },
      parameters: {
        version: {
          name: versionHeader,
          in: "header",
          required: true,
          schema: { type: "string", enum: [API_VERSION] },
        },
      },
      headers: {
        operation: {
          description: "Names the request in the service’s log.",
          schema: { type: "string" },
          example: exampleId("operation"),
        },
      },
    },
  };
}

const headers = { [OPERATION_HEADER]: { $ref: "#/components/headers/operation" } };

function operationObject(row: Operation): Json {
  return {
    operationId: row.id,
    summary: row.summary,
    tags: [row.tag],
    parameters: [
      { $ref: "#/components/parameters/version" },
      ...[...row.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => ({
        name,
        in: "path",
        required: true,
        schema: { type: "string" },
      })),
      ...queryParameters(row),
      ...(row.stream ? [LAST_EVENT_ID] : []),
    ],
    ...(row.open ? { security: [] } : {}),
    ...requestBody(row),
    responses: {
      [row.status]: row.answer
        ? {
            description: row.summary,
            headers,
            content: row.stream ? stream(row) : content(row.answer, answerExample(row)),
          }
        : { description: "Done; no body.", headers },
      ...failures(row),
    },
  };
}

/** Commands take an empty object, or nothing (protocol-facts.md#conventions). */
function requestBody(row: Operation): Json {
  if (!row.body && row.method !== "POST") return {};
  const { body = EmptyBody } = row;
  return { requestBody: { required: body !== EmptyBody, content: content(body, bodyExample(row)) } };
}

const LAST_EVENT_ID = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description:
    "ID of the last event you received; the stream continues after it. Omit it to receive only new events.",
  schema: { type: "string", pattern: "^ev_[0-9A-Za-z]+$" },
};

function stream(row: Operation): Json {
  const event = answerExample(row);
  const name = row.answer && nameOf(row.answer);
  const description = `Server-sent events: the id is the event’s, its data one line of JSON in the shape of ${name}. Lines that begin with a colon are heartbeats.`;
  const example = `: heartbeat\n\nid: ${String(event["event_id"])}\ndata: ${JSON.stringify(event)}\n\n`;
  return { "text/event-stream": { schema: { type: "string", description }, example } };
}

function queryParameters(row: Operation): Json[] {
  if (!row.query) return [];
  const { properties = {} } = z.toJSONSchema(row.query);
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: false, schema }));
}

/** Failures by status, each with the codes it can have. */
function failures(row: Operation): Json {
  const problems = problemsOf(row);
  const statuses = new Set(problems.map((problem) => ERRORS[problem].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const ofStatus = problems.filter((problem) => ERRORS[problem].status === status);
      const examples = Object.fromEntries(ofStatus.map(errorExample));
      const description = Object.keys(examples).join(", ");
      return [status, { description, headers, content: json(ERROR_BODY, { examples }) }];
    }),
  );
}

/** An error body as a named example: `ERR_GATEHOUSE_227: { summary, value }`. */
function errorExample(problem: ErrorName): [string, { summary: string; value: ErrorBody }] {
  const { code, status } = ERRORS[problem];
  const summary = problem.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const details = { operation_id: exampleId("operation") };
  return [code, { summary, value: { error_code: code, status_code: status, msg: `${summary}.`, details } }];
}

const ERROR_BODY = { $ref: "#/components/schemas/ErrorBody" };

function content(schema: z.ZodMiniType, example: unknown): Json {
  return json({ $ref: `#/components/schemas/${nameOf(schema)}` }, { example });
}

function json(schema: Json, examples: Json): Json {
  return { "application/json": { schema, ...examples } };
}

function nameOf(schema: z.ZodMiniType): string {
  const name = names.get(schema);
  if (name === undefined) throw new Error("A schema of an operation has no name in NAMED_SCHEMAS.");
  return name;
}

function componentSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: "input",
    unrepresentable: "any",
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withoutKeys(schema, ["$schema", "$id"])]),
  );
}

function withoutKeys(schema: object, keys: string[]): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
