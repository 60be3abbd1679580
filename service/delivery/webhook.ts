import { createHmac } from "node:crypto";
import { Agent, request } from "undici";
import { checkHost, lookupPublic, PrivateAddress } from "./public-addresses.ts";
import { later, type Message, never, type Outcome, SENT, type Target, type TargetRights } from "./target.ts";

/** Requests at once, and messages of a batch. */
const AT_ONCE = 8;
const MESSAGES_MAX = 64;
/** For a whole answer, in milliseconds. */
const ANSWER_MS = 15_000;
/** Of an answer that nobody reads. */
const ANSWER_MAX = 65_536;
/** What says that this very event won't be taken. */
const REFUSALS = [400, 413, 422];
const MEGABYTE = 1_000_000;

/** The signature of Standard Webhooks. */
function signature(secret: string, { id, text }: Message, seconds: number): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${text}`).digest("base64")}`;
}

/** Posts each event to a URL, signed as Standard Webhooks says. Redirects are not followed: they would lead to where no operator has sent us. */
export function openWebhook({ url, secret }: { url: string; secret: string }, rights: TargetRights): Target {
  const guarded = rights.privateAddresses ? {} : { lookup: lookupPublic };
  const agent = new Agent({ connections: AT_ONCE, connect: { timeout: ANSWER_MS, ...guarded } });

  async function post(message: Message, stopped: AbortSignal): Promise<Outcome> {
    const slow = AbortSignal.timeout(ANSWER_MS);
    const seconds = Math.floor(Date.now() / 1_000);
    try {
      if (!rights.privateAddresses) checkHost(new URL(url).hostname);
      const { statusCode, body } = await request(url, {
        dispatcher: agent,
        method: "POST",
        signal: AbortSignal.any([slow, stopped]),
        headers: {
          "content-type": "application/json",
          "user-agent": "gatehouse-events",
          "webhook-id": message.id,
          "webhook-timestamp": String(seconds),
          "webhook-signature": signature(secret, message, seconds),
        },
        body: message.text,
      });
      await body.dump({ limit: ANSWER_MAX }).catch(() => undefined);
      if (statusCode >= 200 && statusCode < 300) return SENT;
      const reason = `The webhook answered ${statusCode}`;
      return REFUSALS.includes(statusCode) ? never(reason) : later(reason);
    } catch (error) {
      if (stopped.aborted) return later("The service stopped");
      if (slow.aborted) return later(`The webhook did not answer within ${ANSWER_MS / 1_000} s`);
      return later(`The webhook ${why(error)}`);
    }
  }

  return {
    whole: false,
    messagesMax: MESSAGES_MAX,
    bytesMax: MESSAGES_MAX * MEGABYTE,
    messageBytesMax: MEGABYTE,
    send: async (messages, signal) => {
      const outcomes: Outcome[] = [];
      const rest = messages.map((message, index) => ({ message, index }));
      const work = async (): Promise<void> => {
        for (let next = rest.shift(); next; next = rest.shift())
          outcomes[next.index] = await post(next.message, signal);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return outcomes;
    },
    close: () => agent.destroy(),
  };
}

/** Why a URL could not be asked, without the URL: it may hold a key. */
function why(error: unknown): string {
  if (error instanceof PrivateAddress) return error.message;
  const { code } = error as { code?: string };
  return `can’t be reached${code === undefined ? "" : ` (${code})`}`;
}
