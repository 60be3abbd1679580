import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { HOST, startTestEdge, type TestEdge } from "../testing/test-edge.ts";
import { eventOf } from "./make-event.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { Trail } from "./trail.ts";

const connection = {
  began: 0,
  clientIp: "",
  serverIp: "",
  serverPort: 0,
  name: "",
  tls: null,
  client: null,
  requests: 0,
};
const failed = (error: unknown): void => {
  throw error;
};

function recorderOf(
  take: (events: readonly TrafficEvent[]) => Promise<void>,
  onFailed = failed,
): { recorder: Recorder; end: (count: number) => void } {
  let id = 0;
  const recorder = createRecorder(
    { keep: (made) => take(made.map(eventOf)) },
    () => `ev_${(id += 1)}`,
    onFailed,
  );
  const end = (count: number): void => {
    for (let i = 0; i < count; i += 1) recorder.ended(new Trail(connection, "tcp", null));
  };
  return { recorder, end };
}

describe("the recorder", () => {
  test("hands on every event once, in their order, in batches", async () => {
    const batches: string[][] = [];
    const { recorder, end } = recorderOf(async (events) => {
      batches.push(events.map(({ event_id }) => event_id));
      await new Promise((resolve) => setTimeout(resolve, 1));
    });
    for (const count of [1, 200, 3_000]) {
      end(count);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await recorder.stop();
    expect(batches.flat()).toEqual(Array.from({ length: 3_201 }, (_, i) => `ev_${i + 1}`));
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
    expect(batches.length).toBeLessThan(100);
    expect(recorder.counts()).toEqual({ made: 3_201, dropped: 0 });
  });

  test("keeps so many for a sink that hangs, drops and counts the rest, and the next event says how many", async () => {
    const taken: TrafficEvent[] = [];
    let free: () => void = () => undefined;
    const { recorder, end } = recorderOf(async (events) => {
      taken.push(...events);
      await new Promise<void>((resolve) => (free = resolve));
    });
    end(12_345);
    await vi.waitFor(() => expect(recorder.counts()).toEqual({ made: 10_000, dropped: 2_345 }));
    const freeing = setInterval(() => free(), 1);
    // A matcher that fails would write all of them down.
    await vi.waitUntil(() => taken.length === 10_000, 10_000);
    end(1);
    await vi.waitUntil(() => taken.length === 10_001, 10_000);
    clearInterval(freeing);
    expect(taken.at(-1)?.gatehouse?.dropped).toBe(2_345);
    expect(taken.filter(({ gatehouse }) => gatehouse?.dropped !== undefined)).toHaveLength(1);
  });

  test.each([
    ["throws", () => failed(new Error("full"))],
    ["rejects", () => Promise.reject(new Error("full"))],
  ])("counts what a sink that %s does not take, and goes on", async (_how, refuse) => {
    const taken: TrafficEvent[] = [];
    let full = true;
    const { recorder, end } = recorderOf(async (events) => (full ? refuse() : void taken.push(...events)));
    end(3);
    await vi.waitFor(() => expect(recorder.counts().dropped).toBe(3));
    full = false;
    end(2);
    await vi.waitFor(() => expect(taken).toHaveLength(2));
    expect(taken[0]?.gatehouse?.dropped).toBe(3);
  });

  test("an event that can’t be made costs that event only, and is told", async () => {
    const told: unknown[] = [];
    const taken: TrafficEvent[] = [];
    const { recorder, end } = recorderOf(
      async (events) => void taken.push(...events),
      (error) => void told.push(error),
    );
    const broken = new Trail(connection, "tcp", null);
    Object.defineProperty(broken, "place", { get: () => failed(new Error("broken")) });
    recorder.ended(broken);
    end(1);
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    expect(told).toHaveLength(1);
    expect(recorder.counts()).toEqual({ made: 1, dropped: 1 });
  });
});

describe("requests", () => {
  let t: TestEdge;
  beforeEach(async () => {
    t = await startTestEdge();
    await t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: HOST }]);
  });
  afterEach(() => t.dispose());

  test("wait for no sink, also when the edge stops", async () => {
    t.sink.take = () => new Promise(() => undefined);
    for (let i = 0; i < 3; i += 1) expect(await t.call("/")).toMatchObject({ status: 200 });
    await vi.waitFor(() => expect(t.edge.events().made).toBe(3));
    expect(await t.call("/")).toMatchObject({ status: 200 });
  });
});
