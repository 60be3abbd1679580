import { PassThrough } from "node:stream";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BodyKeeper } from "./events/body-keeper.ts";
import { type EdgeRequest, VisitorBody } from "./request-body.ts";

/** A stream in the place of a request: of this it is read like one. */
const cameAs = (chunks: readonly Uint8Array[]) => {
  const stream = new PassThrough();
  void (async () => {
    for (const chunk of chunks) {
      stream.write(chunk);
      await new Promise(setImmediate);
    }
    stream.end();
  })();
  return Object.assign(stream, { complete: true }) as unknown as EdgeRequest;
};

test("law: the app gets the whole body, whoever read how much of it before, and each byte is counted once", async () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 });
  const limits = fc.array(fc.nat(200), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(chunks, limits, async (sent, looks) => {
      const all = Buffer.concat(sent);
      const passed = new BodyKeeper();
      let wanted = 0;
      const body = new VisitorBody(cameAs(sent), passed, () => (wanted += 1));
      for (const limit of looks) expect(await body.whole(limit)).toEqual(all.length <= limit ? all : null);
      // A tunnel that could not be reached took nothing of it.
      body.stream().destroy();
      expect(Buffer.concat(await body.stream().toArray())).toEqual(all);
      expect(passed.length).toBe(all.length);
      expect(wanted).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});

test("a visitor who leaves in the middle leaves nobody waiting", async () => {
  const request = new PassThrough();
  request.write("half");
  const body = new VisitorBody(request as unknown as EdgeRequest, new BodyKeeper(), () => undefined);
  const whole = body.whole(100);
  request.destroy();
  expect(await whole).toBeNull();
  const stream = body.stream();
  await expect(stream.toArray()).rejects.toThrow("left in the middle");
});
