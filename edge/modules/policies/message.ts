import type { PeerCertificate } from "node:tls";
import type { HeaderPairs, PolicyCertificate, PolicyMessage } from "#contract/cel/policy-message.ts";
import type { VisitorConnection } from "../../events/visitor-connection.ts";
import type { Headers } from "../../headers.ts";
import type { EdgeRequest } from "../../request-body.ts";

/** What a message is made of: a trail, or what a guard meets. */
type Seen = { connection: VisitorConnection; scheme: string; request: EdgeRequest | null };

/** What policies know of a request before the app has answered it, or of a connection. */
export function messageOf({ connection, scheme, request }: Seen): PolicyMessage {
  const { tls, client } = connection;
  return {
    clientIp: connection.clientIp,
    serverIp: connection.serverIp,
    serverPort: connection.serverPort,
    began: connection.began,
    now: connection.past?.now() ?? Date.now(),
    bytesIn: 0,
    bytesOut: 0,
    tls: tls && { version: tls.version, cipher: tls.cipher, name: connection.name },
    certificate: client?.peer ? certificateOf(client.peer) : null,
    request: request && {
      method: request.method ?? "",
      scheme,
      host: String(request.headers[":authority"] ?? request.headers.host ?? ""),
      target: request.url ?? "",
      version: request.httpVersion,
      headers: pairsOf(request.rawHeaders),
    },
    response: null,
  };
}

function certificateOf(peer: PeerCertificate): PolicyCertificate {
  return {
    serial: peer.serialNumber,
    subject: { ...peer.subject },
    issuer: { ...peer.issuer },
    altNames: peer.subjectaltname ?? "",
    notBefore: Date.parse(peer.valid_from),
    notAfter: Date.parse(peer.valid_to),
  };
}

/** Without the fields that HTTP/2 has beside headers. */
function pairsOf(raw: readonly string[]): HeaderPairs {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2)
    if (!raw[at]?.startsWith(":")) pairs.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return pairs;
}

/** Of an answer, as it is handed on. */
export const answerPairs = (headers: Headers): HeaderPairs =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
