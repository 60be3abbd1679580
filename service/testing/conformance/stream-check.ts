import { expect, vi } from "vitest";
import type { Operation } from "#contract/operations/operation.ts";
import { Stream } from "../test-stream.ts";
import { nameOf, TABLE } from "./table.ts";
import type { World } from "./world.ts";

/** Longer than a stream is ever silent, in milliseconds. */
const SILENCE_MS = 16_000;

/** Each event with its id as it is committed, those after Last-Event-ID first, and a heartbeat when nothing happens. */
export async function streams(world: World, operation: Operation): Promise<void> {
  const { app } = world;
  const { path, status } = operation;
  const happens = TABLE[nameOf(operation)]?.happens;
  if (!happens) throw new Error(`conformance/table.ts does not say what ${path} tells.`);
  const open = async (more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${app.key}`, "service-version": "2", ...more };
    const answer = await app.fetch(`/api${path}`, { headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/event-stream"]);
    expect(answer.headers.get("gatehouse-operation-id")).toMatch(/^op_/);
    if (!answer.body) throw new Error("The stream has no body.");
    return new Stream(answer.body);
  };
  const stream = await open();
  const expected = [await happens(world), await happens(world)];
  const got = [await stream.event(), await stream.event()];
  expect(got.map((one) => one?.event)).toMatchObject(expected);
  expect(got.map((one) => one?.id)).toEqual(got.map((one) => one?.event.event_id));
  const resumed = await open({ "last-event-id": got[0]?.id ?? "" });
  expect(await resumed.event()).toEqual(got[1]);
  await stream.cancel();
  let now = Date.now() + SILENCE_MS;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
  try {
    let frame = await resumed.frame();
    // A list of before may be told late, on a machine that is busy, and the silence begins anew with it.
    for (; frame?.startsWith("event: lists"); frame = await resumed.frame()) now += SILENCE_MS;
    expect(frame).toBe(": heartbeat");
  } finally {
    clock.mockRestore();
    await resumed.cancel();
  }
}
