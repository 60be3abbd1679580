import type { Delivery, Retry } from "../store/event-deliveries.ts";
import { timestamp } from "../store/time.ts";
import { type RetryBounds, waitMs } from "./backoff.ts";
import { never, type Outcome, type Target } from "./target.ts";

/**
 * What of `due`, which is in order, is sent in one batch. Where a target may keep a part of it, only the first of each object:
 * one that is refused must not be overtaken.
 */
export function batchOf(
  due: readonly Delivery[],
  { whole, messagesMax, bytesMax, messageBytesMax }: Omit<Target, "send" | "close">,
): { batch: Delivery[]; tooLarge: Delivery[] } {
  const [batch, tooLarge]: [Delivery[], Delivery[]] = [[], []];
  const objects = new Set<string>();
  let bytes = 0;
  for (const one of due) {
    if (!whole && objects.has(one.object_id)) continue;
    const length = Buffer.byteLength(one.payload);
    if (length > messageBytesMax) {
      tooLarge.push(one);
      continue;
    }
    if (batch.length >= messagesMax || bytes + length > bytesMax) break;
    objects.add(one.object_id);
    bytes += length;
    batch.push(one);
  }
  return { batch, tooLarge };
}

/** What is kept of a batch: who was sent, and when the others are tried again, or that they are given up. */
export function settlement(
  batch: readonly Delivery[],
  outcomes: readonly Outcome[],
  now: number,
  bounds: RetryBounds,
): { sent: string[]; retries: Retry[] } {
  const results = batch.map((one, i) => ({ one, outcome: outcomes[i] ?? never("It was not answered for") }));
  return {
    sent: results.filter(({ outcome }) => outcome.sent).map(({ one }) => one.id),
    retries: results.flatMap(({ one: { id, attempts, began_at }, outcome }): Retry[] => {
      if (outcome.sent) return [];
      const began = began_at || now;
      const over = outcome.final || now - began >= bounds.giveUpMs;
      return [
        {
          id,
          attempts: attempts + 1,
          began_at: began,
          due_at: now + waitMs(attempts + 1, bounds),
          reason: outcome.reason,
          failed_at: over ? timestamp(new Date(now)) : null,
        },
      ];
    }),
  };
}
