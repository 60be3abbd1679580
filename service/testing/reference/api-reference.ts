import { ERRORS } from "#contract/error.ts";
import { contractOf } from "#contract/modules/contracts.ts";
import { secretPaths } from "#contract/modules/secrets.ts";
import { moduleOperations, OWNED_MODULES, type OwnedModule } from "#contract/operations/modules.ts";
import { openApiDocument } from "../../openapi.ts";
import { type Field, fieldsOf, namedSchemas, type Schema } from "./schema-fields.ts";

type Media = Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
type Operation = {
  summary: string;
  /** Empty where no key is needed; none = as everywhere. */
  security?: unknown[];
  tags: string[];
  parameters: { in?: string; name?: string; description?: string; schema?: Schema }[];
  requestBody?: { content: Media };
  responses: Record<string, { content?: Media }>;
};
type Row = Operation & { method: string; path: string };
type Meanings = ReadonlyMap<string, string>;

const jsonOf = (media?: Media) => media?.["application/json"];

const { paths } = openApiDocument("Service-Version") as { paths: Record<string, Record<string, Operation>> };
const schemas = namedSchemas();
const rows: Row[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
);
const isModule = ({ tags }: Operation) => tags.some((tag) => tag.endsWith(" modules"));
const STATUSES = new Map<string, number>(Object.values(ERRORS).map(({ code, status }) => [code, status]));
const everywhere = shared(rows.filter(({ security }) => security?.length !== 0));
const withBody = shared(rows.filter(({ method }) => method === "PUT" || method === "PATCH"));

const KINDS = new Map(
  OWNED_MODULES.flatMap((of) => {
    const row = putOf(of);
    return [...refOf(row.requestBody?.content), ...answerOf(row)].map((name) => [name, of.kind]);
  }),
);

/** Objects that every part names. */
const COMMON = ["Ref", "ErrorBody"];

const HEAD = `# API reference

<!-- Written by \`npm run docs\` from src/contract and docs/errors.md. Change those. -->

Paths are below \`/api\`. Every request carries \`Authorization: Bearer <token of an API key>\` and \`Service-Version: 2\`.
[Conventions](protocol-facts.md#conventions), [lists](protocol-facts.md#lists) and [identifiers](protocol-facts.md#identifiers)
are the same everywhere. \`GET /api/openapi.json\` says all this as an OpenAPI 3.1 document.`;

const MODULES = `## Modules

Each module has a path of its own below what it belongs to: \`PUT\` replaces it and answers 200, \`GET\` answers it, \`DELETE\` removes it
and answers 204. What a \`PUT\` leaves out takes its default; a secret that it leaves out stays.`;

/** docs/api.md: every operation, field, bound and error. `meanings` = the rows of docs/errors.md, by code. */
export function apiReference(meanings: Meanings): string {
  const tags = [...new Set(rows.filter((row) => !isModule(row)).flatMap((row) => row.tags))];
  const told = new Set(COMMON);
  const sections = tags.map((tag) => {
    const own = rows.filter((row) => row.tags.includes(tag));
    const objects = own
      .flatMap(answerOf)
      .flatMap((name) => [name, ...refsIn(schemaOf(name))])
      .filter((name) => !KINDS.has(name) && !told.has(name) && told.add(name));
    return [`## ${tag}`, ...own.map((row) => operation(row, meanings)), ...objects.map(object)].join("\n\n");
  });
  return `${[
    HEAD,
    `Every operation can answer:\n\n${errors(everywhere, meanings)}`,
    `One that changes something also:\n\n${errors(
      withBody.filter((code) => !everywhere.includes(code)),
      meanings,
    )}`,
    ...sections,
    MODULES,
    ...[...new Set(OWNED_MODULES.map(({ kind }) => kind))].map((kind) => module(kind, meanings)),
    ...COMMON.map(object),
    `## Errors\n\n${errors([...STATUSES.keys()].toSorted(byNumber), meanings)}`,
  ].join("\n\n")}\n`;
}

function operation(row: Row, meanings: Meanings): string {
  const query = row.parameters.filter(({ in: place }) => place === "query");
  const properties = Object.fromEntries(query.map(({ name = "", schema = {} }) => [name, schema]));
  const status = Object.keys(row.responses)[0] ?? "";
  const [answer] = answerOf(row);
  const stream = row.responses[status]?.content?.["text/event-stream"]?.schema.description;
  return [
    `### ${row.method} ${row.path}`,
    row.summary,
    ...(query.length > 0 ? [`Query:\n\n${table({ properties })}`] : []),
    ...bodyOf(row).map((schema) => `Body:\n\n${table(schema)}`),
    `Answers ${status} ${answer ? `with ${linkOf(answer)}` : stream ? `with a stream. ${stream}` : "without a body"}${stream ? "" : "."}`,
    ...ownErrors([row], meanings),
  ].join("\n\n");
}

/** A kind's tables: one pair for all owners where they are alike. */
function module(kind: string, meanings: Meanings): string {
  const owned = OWNED_MODULES.filter((one) => one.kind === kind);
  const shapes = new Map<string, { row: Row; of: OwnedModule; at: string[] }>();
  const puts = owned.map((of) => ({ of, row: putOf(of) }));
  for (const { of, row } of puts) {
    const shape = JSON.stringify([bodyOf(row), answerOf(row)]);
    const at = [...(shapes.get(shape)?.at ?? []), row.path];
    shapes.set(shape, { row, of, at });
  }
  return [
    `### ${kind}`,
    ...[...shapes.values()].flatMap(({ row, of, at }) => [
      `At ${at.map((path) => `\`${path}\``).join(", ")}.`,
      ...bodyOf(row).map((schema) => `Body:\n\n${table(schema, (field) => noteOf(of, field))}`),
      ...answerOf(row).map((name) => `Answer:\n\n${table(schemaOf(name))}`),
    ]),
    ...ownErrors(
      puts.map(({ row }) => row),
      meanings,
    ),
  ].join("\n\n");
}

function putOf(module: OwnedModule): Row {
  const { path } = moduleOperations(module).replace;
  const row = rows.find((one) => one.path === path && one.method === "PUT");
  if (!row) throw new Error(`PUT ${path} is not in the OpenAPI document.`);
  return row;
}

/** Whether a field of a module's body is a secret, else what it is when it is left out. */
function noteOf({ owner, kind }: OwnedModule, { path, required }: Field): string {
  const parts = path.split(".");
  const secret = secretPaths(kind).some(
    (names) => names.length === parts.length && names.every((name, i) => name === "*" || name === parts[i]),
  );
  if (secret) return "secret: never answered";
  const { example, toAnswer } = contractOf(owner, kind);
  if (required || parts.length > 1) return "";
  const { [path]: _, ...rest } = example as Record<string, unknown>;
  const value = (toAnswer(rest) as Record<string, unknown>)[path];
  return value === undefined ? "" : `default \`${JSON.stringify(value)}\``;
}

const schemaOf = (name: string): Schema => schemas[name] ?? {};
const object = (name: string) => `### ${name}\n\n${table(schemaOf(name))}`;
const byNumber = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });

function refsIn(schema: Schema): string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"(\w+)"/g)].map(([, name = ""]) => name);
}

function refOf(media?: Media): string[] {
  const ref = jsonOf(media)?.schema.$ref;
  return ref ? [ref.slice(ref.lastIndexOf("/") + 1)] : [];
}

function answerOf({ responses }: Operation): string[] {
  return refOf(Object.entries(responses).find(([status]) => status < "300")?.[1].content);
}

function bodyOf({ requestBody }: Operation): Schema[] {
  return refOf(requestBody?.content)
    .filter((name) => name !== "EmptyBody")
    .map(schemaOf);
}

function codesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap(({ content }) => Object.keys(jsonOf(content)?.examples ?? {}));
}

/** The codes that every row can answer. */
function shared(of: Row[]): string[] {
  const [first, ...more] = of.map(codesOf);
  return (first ?? []).filter((code) => more.every((codes) => codes.includes(code)));
}

function ownErrors(of: Row[], meanings: Meanings): string[] {
  const own = new Set(of.flatMap(codesOf).filter((code) => ![...everywhere, ...withBody].includes(code)));
  return own.size > 0 ? [`Errors of its own:\n\n${errors([...own], meanings)}`] : [];
}

function errors(codes: string[], meanings: Meanings): string {
  return codes.map((code) => `- ${STATUSES.get(code)} \`${code}\` ${meanings.get(code) ?? ""}`).join("\n");
}

function table(schema: Schema, noteFor: (field: Field) => string = () => ""): string {
  const shapes = schema.anyOf ?? [];
  if (!schema.properties && shapes.length > 0 && shapes.every(({ properties }) => properties))
    return shapes.map((shape) => `${shapeOf(shape)}\n\n${table(shape, noteFor)}`).join("\n\n");
  const cells = fieldsOf(schema, linkOf).map((field) => {
    const notes = [field.bounds, noteFor(field)].filter(Boolean).join("; ").replaceAll("|", "\\|");
    return `| \`${field.path}\` | ${field.type} | ${field.required ? "yes" : ""} | ${notes} |`;
  });
  const rules = ((schema["rules"] ?? []) as string[]).map((rule) => `\nRule: ${rule}.`);
  return ["| Field | Type | Required | Bounds |", "| --- | --- | --- | --- |", ...cells, ...rules].join("\n");
}

/** A schema that is shown as a module is linked by the module's name. */
function linkOf(name: string): string {
  const kind = KINDS.get(name) ?? name;
  return `[${kind}](#${kind.toLowerCase()})`;
}

/** Which of several shapes this is: by its member that has one value only. */
function shapeOf({ properties }: Schema): string {
  const [name, member] = Object.entries(properties ?? {}).find(([, one]) => one.const !== undefined) ?? [];
  return name === undefined ? "Or:" : `Where \`${name}\` is \`${String(member?.const)}\`:`;
}
