import { STATUS_CODES } from "node:http";

/** The head of an answer as it is sent on a socket that has no response object. */
export function headText(
  status: number,
  headers: Readonly<Record<string, string | number | readonly string[]>>,
  reason: string = STATUS_CODES[status] ?? "",
): string {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n`;
}
