import { webhookVerificationContract } from "#contract/modules/webhook-verification.ts";
import { compiled } from "./compiled.ts";
import type { Guard, Verdict } from "./guard.ts";
import { SIGNED, UNSIGNED } from "./webhook/challenges.ts";
import { BODY_MAX, type Message } from "./webhook/parts.ts";
import { Replays } from "./webhook/replays.ts";
import { verifierOf } from "./webhook/verifier.ts";

const settingsOf = compiled(webhookVerificationContract, (request) => {
  const provider = request.provider.toLowerCase();
  const secret = request.secret ?? "";
  return { provider, secret, verify: verifierOf(provider, secret) };
});

const replays = new Replays();

/** Lets in what its provider has signed, once where that can be told (docs/decisions/edge/webhooks.md). */
export const webhookVerification: Guard = async (stored, { scheme, request, target, place, body }) => {
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
  const whole = await body(BODY_MAX);
  if (!whole) return { verdict: "block", reason: `More than ${BODY_MAX} bytes`, refusal: "bodyTooLong" };
  message.body = whole;
  const now = Date.now();
  const proof = await verify(message, now);
  if (proof.why !== null) return blocked(proof.why);
  const answer = SIGNED[provider]?.(message, secret);
  if (answer)
    return { verdict: "answer", reason: `${provider} asks whether this address is its own`, answer };
  const reason = `Signed by ${provider}`;
  if (proof.id === null || proof.until === null) return { verdict: "allow", reason };
  const id = `${place.route?.id ?? ""} ${proof.id}`;
  if (!replays.take(id, proof.until, now, request)) return blocked("The same message came before");
  return { verdict: "allow", reason, settle: (failed) => void (failed && replays.forget(id)) };
};
