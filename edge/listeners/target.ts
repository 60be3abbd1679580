import type { IncomingMessage } from "node:http";
import type { Target } from "#edge/modules/guard.ts";
import type { EdgeRequest } from "../request-body.ts";

/** Host and path of a request; null for one that has none, as a proxy's would, or whose host no URL can have. */
export function targetOf(request: EdgeRequest): Target | null {
  const { headers } = request;
  // Node keeps the first of several; the app might take another.
  if (request.rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length > 1)
    return null;
  if (!("stream" in request) && !isFramed(request)) return null;
  takeAbsolute(request);
  const { url = "" } = request;
  const host = String(headers[":authority"] ?? headers.host ?? "");
  const name = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.exec(host)?.[1];
  // HTTP/2 may carry a path that would be more than one line of HTTP/1.1. A fragment is never sent.
  if (name === undefined || !URL.canParse(`http://${host}`)) return null;
  if (!/^\/[!"$-\u00ff]*$/.test(url) || request.method === "CONNECT") return null;
  const query = url.indexOf("?");
  return { host, name, path: query < 0 ? url : url.slice(0, query), target: url };
}

/** Whether it says as HTTP/1 does where it ends: 1.0 knows no chunks (RFC 9112 §6.1), and any other coding would be the app's to know. */
function isFramed({ httpVersion, headers }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  if (httpVersion === "1.0") return coding === undefined;
  return httpVersion === "1.1" && /^chunked$/i.test(coding ?? "chunked");
}

/** `GET http://name/path` is `GET /path` with `Host: name`, whatever its Host is (RFC 9112 §3.2.2); it must have one. */
function takeAbsolute(request: EdgeRequest): void {
  const { headers, url = "" } = request;
  const [, authority, rest = ""] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url) ?? [];
  if (authority === undefined || headers.host === undefined || "stream" in request) return;
  headers.host = authority;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
}
