import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createUsedOnce } from "../used-once.ts";

/**
 * How two edges of an account prove to each other that both have its secret, which is never sent. Who dials proves it for
 * one other end, one moment and one time only; the answer proves it for that very question.
 */
export type Proofs = {
  /** Headers of a question to the edge `to`. */
  ask: (to: string) => Record<string, string>;
  /** What speaks against a question; null for a good one, which is good once. */
  fault: (question: IncomingHttpHeaders) => string | null;
  /** Headers of the answer to a good question. */
  answer: (question: IncomingHttpHeaders) => Record<string, string>;
  /** Whether this answers the question that was asked. */
  answered: (question: IncomingHttpHeaders, answer: IncomingHttpHeaders) => boolean;
};

/** By which the clocks of two machines may differ, in milliseconds. */
const SKEW_MS = 60_000;

const SAID = ["gatehouse-peer-from", "gatehouse-peer-to", "gatehouse-peer-time", "gatehouse-peer-nonce"];
const [FROM = "", TO = "", TIME = "", NONCE = ""] = SAID;
const PROOF = "gatehouse-peer-proof";

/** `self` = the id of this edge. */
export function createProofs(secret: Uint8Array, self: string, now: () => number = Date.now): Proofs {
  /** Questions that were good are, until they are too old to be. */
  const isUsed = createUsedOnce(2 * SKEW_MS, now);
  const proofOf = (part: "ask" | "answer", question: IncomingHttpHeaders): string =>
    createHmac("sha256", secret)
      .update(JSON.stringify([part, ...SAID.map((name) => question[name])]))
      .digest("base64url");

  return {
    ask: (to) => {
      const question = {
        [FROM]: self,
        [TO]: to,
        [TIME]: String(now()),
        [NONCE]: randomBytes(24).toString("base64url"),
      };
      return { ...question, [PROOF]: proofOf("ask", question) };
    },
    fault: (question) => {
      if (!sameText(question[PROOF], proofOf("ask", question)))
        return "it does not have the account’s secret";
      if (question[TO] !== self) return "it asks for another edge";
      if (!(Math.abs(Number(question[TIME]) - now()) <= SKEW_MS))
        return "the clocks of the two machines differ by more than a minute";
      return isUsed(String(question[NONCE])) ? "it was asked before" : null;
    },
    answer: (question) => ({ [PROOF]: proofOf("answer", question) }),
    answered: (question, answer) => sameText(answer[PROOF], proofOf("answer", question)),
  };
}

/** In a time that does not tell how much of it is right. */
function sameText(given: string | string[] | undefined, right: string): boolean {
  const [a, b] = [Buffer.from(String(given ?? "")), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
