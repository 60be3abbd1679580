import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { find } from "../routing/find.ts";
import { type HttpLimits, refuseUnreadable, timesOf, watchTimes } from "./http.ts";
import { begun, refused, type RequestServices } from "./requests.ts";
import { targetOf } from "./target.ts";

/** HTTP without TLS at the port for TLS: what something serves is sent on to https, where nothing was read of it. */
export function plainServer(limits: HttpLimits, services: RequestServices): Server {
  const options = { ...timesOf(limits), maxHeaderSize: limits.headersMax, requireHostHeader: false };
  const answer = (request: IncomingMessage, response: ServerResponse): void =>
    void sendOn(request, response, services).catch((error: unknown) => {
      services.log(error);
      request.socket.destroy();
    });
  const server = createServer(options, answer);
  // Who waits for 100 Continue is told before any of the body is sent.
  server.on("checkContinue", answer).on("checkExpectation", answer);
  refuseUnreadable(server, "http", services);
  return watchTimes(server);
}

async function sendOn(
  request: IncomingMessage,
  response: ServerResponse,
  services: RequestServices,
): Promise<void> {
  const begin = begun("http", request, response);
  if (!begin) return;
  const { trail, end } = begin;
  const target = targetOf(request);
  const place = target && find(await services.account.now(), target.name, target.path).place;
  trail.found(place);
  const refusal = target ? (place ? "httpsNeeded" : "hostUnknown") : "requestBroken";
  const { status, headers, body } = refused(trail, refusal, services);
  const location = target && place && { location: `https://${target.host}${target.target}` };
  const said = { ...headers, ...location, connection: "close" };
  trail.headers = said;
  response.writeHead(status, said);
  response.end(request.method === "HEAD" ? "" : body);
  await end;
  services.recorder?.ended(trail);
}
