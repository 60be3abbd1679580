import { webhookVerificationContract } from "#contract/modules/webhook-verification.ts";
import type { Past } from "../events/visitor-connection.ts";
import { compiled } from "./compiled.ts";
import type { Guard, Verdict } from "./guard.ts";
import { SIGNED, UNSIGNED } from "./webhook/challenges.ts";
import { BODY_MAX, type Message } from "./webhook/parts.ts";
import { Replays } from "./webhook/replays.ts";
import { verifierOf, type Verify } from "./webhook/verifier.ts";

const settingsOf = compiled(webhookVerificationContract, (request) => {
  const provider = request.provider.toLowerCase();
  const secret = request.secret ?? "";
  return { provider, secret, verify: verifierOf(provider, secret) };
});

const REPLAYS = new Replays();
/** Those of requests that are gone through again. */
const pastReplays = new WeakMap<Past, Replays>();

function replaysOf(past: Past | undefined): Replays {
  if (!past) return REPLAYS;
  const replays = pastReplays.get(past) ?? new Replays();
  pastReplays.set(past, replays);
  return replays;
}

class BodyNeeded extends Error {}

/** Why a message is not its provider's, whatever its body is; null where the body decides. */
async function headFault(verify: Verify, head: Message, now: number): Promise<string | null> {
  const needed = (): never => {
    throw new BodyNeeded();
  };
  try {
    const message = Object.defineProperty({ ...head }, "body", { get: needed });
    return (await verify(message, now)).why;
  } catch (error) {
    if (error instanceof BodyNeeded) return null;
    throw error;
  }
}

/** Lets in what its provider has signed, once where that can be told (docs/decisions/edge/webhooks.md). */
export const webhookVerification: Guard = async (stored, met) => {
  const { connection, scheme, request, target, place, body } = met;
  const { past, test } = connection;
  const { provider, secret, verify } = settingsOf(stored);
  const blocked = (reason: string): Verdict => ({
    verdict: "block",
    reason,
    refusal: "webhookRefused",
    // Xero sends wrong signatures to see this.
    ...(provider === "xero" && { status: 401 }),
  });
  if (!request || !target) return blocked("It is not HTTP");
  const message: Message = {
    method: request.method ?? "",
    url: `${scheme}://${target.host}${target.target}`,
    target: target.target,
    headers: request.headers,
    body: Buffer.alloc(0),
  };
  const asked = UNSIGNED[provider]?.(message, secret);
  if (asked)
    return { verdict: "answer", reason: `${provider} asks whether this address is its own`, answer: asked };
  const now = past?.now() ?? Date.now();
  // The body may not have been kept. Of a visitor it is read all the same, so that it can be.
  const fault = past ? await headFault(verify, message, now) : null;
  if (fault !== null) return blocked(fault);
  const whole = await body(BODY_MAX);
  if (!whole) return { verdict: "block", reason: `More than ${BODY_MAX} bytes`, refusal: "bodyTooLong" };
  message.body = whole;
  // It would be asked for its certificate.
  if (provider === "sns") met.unknown?.();
  const proof = await verify(message, now);
  if (proof.why !== null) return blocked(proof.why);
  const answer = SIGNED[provider]?.(message, secret);
  if (answer)
    return { verdict: "answer", reason: `${provider} asks whether this address is its own`, answer };
  const reason = `Signed by ${provider}`;
  if (proof.id === null || proof.until === null) return { verdict: "allow", reason };
  if (proof.since !== null) past?.reliesOn(proof.since);
  const replays = replaysOf(past);
  const id = `${place.route?.id ?? ""} ${proof.id}`;
  const isNew = test ? replays.isNew(id, now) : replays.take(id, proof.until, now, request);
  if (!isNew) return blocked("The same message came before");
  return {
    verdict: "allow",
    reason,
    ...(!test && { settle: (failed) => void (failed && replays.forget(id)) }),
  };
};
