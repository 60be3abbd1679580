import { API_VERSION } from "#contract/app-config.ts";
import { absoluteBase, getConnection } from "#api/connection.ts";

/** Stands for the key in every command shown or copied. */
const KEY_PLACEHOLDER = "$GATEHOUSE_KEY";

/** A text as one word for a POSIX shell. */
export function posixQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A request to this connection's service as a curl command for a POSIX shell; the key is a placeholder, never the real one. */
export function curlOf({
  method = "GET",
  path,
  body,
}: {
  method?: string;
  path: string;
  body?: unknown;
}): string {
  const connection = getConnection();
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${posixQuote(absoluteBase(connection?.baseUrl ?? "/api") + path)}`,
    `-H "Authorization: Bearer ${KEY_PLACEHOLDER}"`,
    `-H ${posixQuote(`${connection?.versionHeader ?? "Service-Version"}: ${API_VERSION}`)}`,
  ];
  if (body !== undefined)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${posixQuote(JSON.stringify(body))}`);
  return lines.join(" \\\n  ");
}
