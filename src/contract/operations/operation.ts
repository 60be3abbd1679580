import type * as z from "zod/mini";
import type { ErrorName } from "../error.ts";

/**
 * One operation of the management API. The service routes by these rows and the OpenAPI document is made from them,
 * so that neither can have what the other lacks.
 */
export type Operation = {
  /** Name in the OpenAPI document and in the log: `ApiKeysCreate`. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the API's base, path parameters in braces: `/api_keys/{id}`. */
  path: `/${string}`;
  summary: string;
  tag: string;
  /** Query parameters, all texts. None = any parameter is refused. */
  query?: z.ZodMiniObject;
  /**
   * The body, a JSON object. The path's own ids may be repeated in it and are ignored. None = no body, an empty one,
   * or `{}`.
   */
  body?: z.ZodMiniType;
  /** The body may come wrapped in an object under this name (decisions/http/errors.md). */
  wrap?: "module";
  /**
   * The handler checks the body, in the transaction that has found its owner and put back what it may leave out: the
   * secrets that are kept (decisions/contract/secrets.md).
   */
  checkedByHandler?: true;
  /** Bytes that the body may have; 262,144 unless given. */
  bodyMax?: number;
  /** Needs no API key; its errors count as wrong keys do. */
  open?: true;
  /** The answer is a stream of server-sent events, each of the shape of `answer`. */
  stream?: true;
  status: 200 | 201 | 204;
  /** Body of the answer; none with 204. */
  answer?: z.ZodMiniType;
  /** Errors of its own; {@link problemsOf} has all. */
  errors: readonly ErrorName[];
};

/** What any operation can answer. */
const COMMON_ERRORS = [
  "versionMissing",
  "versionInvalid",
  "queryUnknown",
  "rateLimited",
  "wrongKeys",
  "internal",
] as const satisfies readonly ErrorName[];

/** What one that needs a key, and with it the database, can answer besides. */
const KEY_ERRORS = [
  "authMissing",
  "authMalformed",
  "keyUnknown",
  "authtokenAsKey",
  "keyIdAsKey",
  "busy",
  "databaseUnreachable",
  "storageFailed",
] as const satisfies readonly ErrorName[];

/** What an operation that reads a body can answer besides: all but GET, which may get `{}` where there is none. */
const BODY_ERRORS = [
  "contentTypeMissing",
  "contentTypeUnsupported",
  "bodyUnparsable",
  "bodyTooLarge",
  "fieldUnknown",
  "valueInvalid",
] as const satisfies readonly ErrorName[];

/** Every error that an operation can answer, each once. */
export function problemsOf({ method, body, query, open, errors }: Operation): ErrorName[] {
  return [
    ...new Set<ErrorName>([
      ...(open ? [] : KEY_ERRORS),
      ...COMMON_ERRORS,
      ...(query ? (["queryRepeated"] as const) : []),
      ...(method === "GET" ? [] : BODY_ERRORS),
      ...(method === "GET" || open ? [] : (["diskFull"] as const)),
      // Two writers at once, where the database is the one that notices.
      ...(body && !open ? (["changedMeanwhile"] as const) : []),
      ...errors,
    ]),
  ];
}

/** Keeps the row's exact types, from which a handler gets those of its parameters, body and answer. */
export function operation<const O extends Operation>(row: O): O {
  return row;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** `/edges/https/{edge_id}/routes/{id}` → `{ edge_id: string; id: string }`. */
export type ParamsOf<O extends Operation> = Record<ParamNames<O["path"]>, string>;
export type QueryOf<O extends Operation> = O["query"] extends z.ZodMiniType
  ? z.output<O["query"]>
  : undefined;
export type BodyOf<O extends Operation> = O["checkedByHandler"] extends true
  ? unknown
  : O["body"] extends z.ZodMiniType
    ? z.output<O["body"]>
    : undefined;
export type AnswerOf<O extends Operation> = O["stream"] extends true
  ? Response
  : O["answer"] extends z.ZodMiniType
    ? z.input<O["answer"]>
    : undefined;
