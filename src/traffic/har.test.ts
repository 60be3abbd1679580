// Cause: a HAR whose times do not add up, or with bodies in the wrong encoding, is refused or misread by other tools. Law:
// what it says of a request is what the event says, and its times add up.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { httpEvent } from "#testing/traffic-events.ts";
import { harOf } from "./har.ts";

const ms = fc.integer({ min: 0, max: 1000 });

it("has times that add up, and every byte of the bodies", () => {
  fc.assert(
    fc.property(
      fc.option(ms, { nil: undefined }),
      ms,
      ms,
      fc.uint8Array(),
      fc.boolean(),
      (tls, upstream, body, bytes, cut) => {
        const event = httpEvent({
          "http.request.url.query": "a=1&a=2",
          "http.response.body_length": bytes.length,
          "gatehouse.phases.tls": tls,
          "gatehouse.phases.upstream": upstream,
          "gatehouse.phases.body": body,
          "gatehouse.capture.response.content": Buffer.from(bytes).toString("base64"),
          "gatehouse.capture.response.truncated": cut,
          "gatehouse.redacted": ["http.request.headers.Cookie"],
        });
        const [entry] = harOf([event]).log.entries;
        const { blocked, dns, ssl, ...rest } = entry!.timings;
        expect([blocked, dns]).toEqual([-1, -1]);
        expect(ssl).toBe(tls ?? -1);
        expect(Object.values(rest).reduce((sum, one) => sum + Math.max(0, one), 0)).toBe(entry!.time);
        const { text, encoding, comment } = entry!.response.content as {
          text: string;
          encoding?: "base64";
          comment?: string;
        };
        expect(Buffer.from(text, encoding ?? "utf8")).toEqual(Buffer.from(bytes));
        expect(comment).toBe(cut ? "Truncated" : undefined);
        expect(entry!.request.queryString).toEqual([
          { name: "a", value: "1" },
          { name: "a", value: "2" },
        ]);
        expect(entry!.comment).toBe("Redacted: http.request.headers.Cookie");
        expect(JSON.stringify(entry!["_gatehouse"])).not.toContain("capture");
      },
    ),
  );
});

it("has the oldest first, and no connections that were no HTTP", () => {
  const late = httpEvent({ "gatehouse.start_ts": "2026-11-22T09:00:00Z" });
  const early = httpEvent({ "gatehouse.start_ts": "2026-11-22T08:00:00Z" });
  const tcp = { ...httpEvent(), event_type: "tcp_connection_closed.v0" as const, object: {} };
  expect(harOf([late, tcp, early]).log.entries.map((entry) => entry["_gatehouse"].event_id)).toEqual([
    early.event_id,
    late.event_id,
  ]);
});
