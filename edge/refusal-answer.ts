import { refusalText, type RefusalName } from "./refusals.ts";

export type RefusalAnswer = { status: number; headers: Record<string, string>; body: string };

const STYLE =
  ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:32rem;margin:15vh auto;padding:0 1.5rem}" +
  "h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0 0 1rem}small{opacity:.7}code{overflow-wrap:anywhere}";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The answer as its reader reads it: a page for browsers, JSON for everybody else. */
export function refusalAnswer(
  name: RefusalName,
  operationId: string,
  accept: string,
  { status = refusalText(name).status, back }: { status?: number; back?: string } = {},
): RefusalAnswer {
  const { code, title, text } = refusalText(name);
  const html = /\btext\/html\b/i.test(accept);
  const body = html
    ? `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p>` +
      (back === undefined ? "" : `<p><a href="${escaped(back)}">Open the address again</a></p>`) +
      `<small><code>${code} · ${operationId}</code></small></html>\n`
    : `${JSON.stringify({ error_code: code, status_code: status, msg: text, details: { operation_id: operationId } })}\n`;
  return {
    status,
    headers: {
      "content-type": html ? "text/html; charset=utf-8" : "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      vary: "accept",
      "gatehouse-error-code": code,
    },
    body,
  };
}
