import type { Operation } from "#contract/operations/operation.ts";

/** The methods a path below the API's base takes, HEAD wherever there is GET; empty when there is no such path. */
export function allowedMethods(operations: readonly Operation[], path: string): string[] {
  const methods = operations.filter((row) => pattern(row.path).test(path)).map(({ method }) => method);
  return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{[a-z_]+\}/g, "[^/]+")}$`);
}
