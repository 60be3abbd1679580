import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Event } from "#contract/event.ts";

/** Receives webhooks, and checks their signatures by code of its own. */
export type WebhookReceiver = {
  url: string;
  secret: string;
  /** What it took, in the order in which it came. */
  received: { event: Event; valid: boolean }[];
  /** The status of its answer; it takes what it answers 200 to 299. */
  answer: (event: Event) => number;
  close: () => void;
};

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    url: "",
    secret: `whsec_${randomBytes(32).toString("base64")}`,
    received: [],
    answer: (event) => (event.event_id ? 204 : 400),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const header = (name: string) => String(request.headers[`webhook-${name}`]);
    const key = Buffer.from(receiver.secret.slice("whsec_".length), "base64");
    const signed = `${header("id")}.${header("timestamp")}.${body}`;
    const wanted = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    const event = JSON.parse(body) as Event;
    const fresh = Math.abs(Date.now() / 1_000 - Number(header("timestamp"))) < 60;
    const valid = fresh && header("signature") === wanted && header("id") === event.event_id;
    const status = receiver.answer(event);
    if (status < 300) receiver.received.push({ event, valid });
    response.writeHead(status).end();
  };
  // Who is killed in the middle of a request has sent none.
  const server = createServer(
    (request, response) => void take(request, response).catch(() => request.socket.destroy()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return receiver;
}
