import { API_VERSION } from "#contract/api-facts.ts";
import { absoluteBase, getConnection } from "#api/connection.ts";

/** The environment variable that stands for the key in every command shown or copied. */
export const KEY_VARIABLE = "GATEHOUSE_API_KEY";

/** A request to this connection's service. `path` is below its base URL, each id encoded. */
export type ApiRequest = { method?: string; path: string; body?: unknown };

/** A text as one word for a POSIX shell. */
export function posixQuote(text: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** What a command needs to know of the connection: never its key. */
export function targetOf(path: string) {
  const connection = getConnection();
  return {
    url: absoluteBase(connection?.baseUrl ?? "/api") + path,
    versionHeader: connection?.versionHeader ?? "Service-Version",
    version: API_VERSION,
  };
}

/**
 * A request to this connection's service as a curl command for a POSIX shell; the key is a placeholder, never the real one.
 * curl reads its header from standard input, for arguments show in the process list; echo is the shell's own.
 */
export function curlOf({ method = "GET", path, body }: ApiRequest): string {
  const { url, versionHeader, version } = targetOf(path);
  const lines = [
    `echo "Authorization: Bearer $${KEY_VARIABLE}" | curl ${method === "GET" ? "" : `-X ${method} `}${posixQuote(url)}`,
    "-H @-",
    `-H ${posixQuote(`${versionHeader}: ${version}`)}`,
  ];
  if (body !== undefined)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${posixQuote(JSON.stringify(body))}`);
  return lines.join(" \\\n  ");
}
