import http, { type IncomingHttpHeaders, type RequestOptions } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";

export type LinkUpgrade = {
  url: URL;
  /** What the connection is to speak after it. */
  protocol: string;
  headers: Record<string, string>;
  /** Milliseconds of silence until the answer. */
  timeoutMs: number;
  /** PEM of the authority that signs the other end's certificate, where it is not one that the system knows. */
  ca?: string;
};

/**
 * Asks for another protocol (RFC 9110 §7.8): the connection as it is after the 101, with the headers of that answer.
 *
 * @throws Error when the other end can't be reached, or refuses.
 */
export function upgradeTo(wanted: LinkUpgrade): Promise<{ socket: Socket; headers: IncomingHttpHeaders }> {
  const { url, protocol, headers, timeoutMs: timeout, ca } = wanted;
  const options: RequestOptions & { ca?: string } = {
    headers: { ...headers, Connection: "Upgrade", Upgrade: protocol },
    timeout,
    // Each is a connection of its own.
    agent: false,
    ...(ca !== undefined && { ca }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, options);
    request.once("upgrade", (response, socket: Socket, head: Buffer) => {
      socket.setNoDelay(true).setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      resolve({ socket, headers: response.headers });
    });
    request.once("response", (response) => {
      response.resume();
      reject(new Error(`The other end answered ${response.statusCode} to ${protocol}.`));
    });
    request.once("timeout", () => request.destroy(new Error("The other end does not answer.")));
    request.once("error", reject);
    request.end();
  });
}
