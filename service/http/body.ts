import type * as z from "zod/mini";
import { EmptyBody } from "#contract/common.ts";
import { type ErrorName, ERRORS } from "#contract/error.ts";
import { parse } from "#contract/issues.ts";
import type { Operation } from "#contract/operations/operation.ts";
import { ApiProblem, faulty } from "../errors.ts";

/** Largest request body, in bytes, unless its operation says. */
const BODY_MAX_BYTES = 256 * 1024;

/**
 * The body of a request as its operation has it: size, type, JSON, then the contract.
 *
 * @throws ApiProblem 400, 413 or 415.
 */
export async function readBody(
  request: Request,
  row: Operation,
  params: Record<string, string>,
): Promise<unknown> {
  if (row.method === "GET") return undefined;
  const bytes = await readBytes(request, row.bodyMax ?? BODY_MAX_BYTES);
  if (bytes.length === 0 && !row.body) return undefined;
  if (bytes.length === 0) throw new ApiProblem("bodyUnparsable", "The body is missing. Send a JSON object.");
  checkType(request.headers.get("content-type"));
  checkEncoding(request.headers.get("content-encoding"));
  const value = withoutIds(parseJson(bytes), params);
  if (row.body) {
    const body = row.wrap ? unwrap(value, row.wrap) : value;
    return row.checkedByHandler ? body : checkBody(row.body, body);
  }
  // One client sends the bare id as its body (protocol-facts.md#conventions).
  return value === params["id"] ? undefined : checkBody(EmptyBody, value);
}

/** @throws ApiProblem 413 beyond `max` bytes, 400 where not all of it arrives. */
export async function readBytes(request: Request, max: number): Promise<Buffer> {
  const tooLarge = () =>
    new ApiProblem("bodyTooLarge", `The body is larger than ${max} bytes. Send a smaller one.`);
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    try {
      for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        if (size > max) throw tooLarge();
        chunks.push(chunk);
      }
    } catch (error) {
      if (error instanceof ApiProblem) throw error;
      throw new ApiProblem(
        "bodyUnparsable",
        "The connection closed before the whole body arrived. Send it again.",
      );
    }
  }
  return Buffer.concat(chunks);
}

function checkType(header: string | null): void {
  if (!header) {
    throw new ApiProblem("contentTypeMissing", "The Content-Type header is missing. Send application/json.");
  }
  const [type = "", ...parameters] = header.toLowerCase().split(";");
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith("charset="));
  const utf8 = !charset || ["utf-8", "utf8"].includes(charset.slice(8).replaceAll('"', ""));
  if (type.trim() !== "application/json" || !utf8) {
    throw new ApiProblem(
      "contentTypeUnsupported",
      "Unsupported Content-Type. Send application/json in UTF-8.",
    );
  }
}

function checkEncoding(header: string | null): void {
  if (!header || header.trim().toLowerCase() === "identity") return;
  throw new ApiProblem(
    "contentTypeUnsupported",
    "Compressed bodies aren’t supported. Send the body without Content-Encoding.",
  );
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    // Node's message quotes the text around the fault; a body may hold a secret.
    const at = error instanceof SyntaxError ? /at position \d+/.exec(error.message)?.[0] : undefined;
    throw new ApiProblem(
      "bodyUnparsable",
      `The body is not valid JSON${at ? ` (${at})` : ""}. Send a JSON object.`,
    );
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutIds(value: unknown, params: Record<string, string>): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(params, name)));
}

function unwrap(value: unknown, name: string): unknown {
  if (!isObject(value) || Object.keys(value).length !== 1 || !isObject(value[name])) return value;
  return value[name];
}

/**
 * A body that its contract accepts.
 *
 * @throws ApiProblem 400 with every fault at its field.
 */
export function checkBody<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const { data, issues, error } = parse(schema, value);
  if (!issues) return data;
  throw faulty(problemOf(error?.issues ?? []), issues);
}

/** The code of some faults: that which all of them name, or the one of their sort. */
function problemOf(issues: readonly z.core.$ZodIssue[]): ErrorName {
  const [named, ...others] = new Set(
    issues.map((issue): unknown => (issue.code === "custom" ? issue.params?.["problem"] : undefined)),
  );
  if (others.length === 0 && typeof named === "string" && isErrorName(named)) return named;
  const unknown = issues.length > 0 && issues.every(({ code }) => code === "unrecognized_keys");
  return unknown ? "fieldUnknown" : "valueInvalid";
}

function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(ERRORS, name);
}
