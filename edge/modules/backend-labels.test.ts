// Cause: labels of one backend that couldn't be read made every address of the account answer 500. Law: they close the addresses of
// that backend, which say so, and no others (docs/decisions/edge/fail-closed.md).
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "#service/store/ids.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();
const LABELS = '{"app":"shop"}';
const stored = (labels: string, id = t.ids.backend) =>
  t.gateway.db.updateTable("backends").set({ labels }).where("id", "=", id).execute();
const call = () => t.call("/v1/x", { headers: { host: EDGE } });
afterEach(() => stored(LABELS));

test.each(["{", "[]", "null", '"x"', "{}", '{"app":1}'])(
  "labels %s match no tunnel, and say so",
  async (labels) => {
    await stored(labels);
    expect(await call()).toMatchObject({
      status: 503,
      headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3204" },
    });
    await vi.waitFor(() => expect(t.events).toHaveLength(1));
    expect(t.events[0]?.gatehouse?.decisions).toMatchObject([
      {
        module: "backend",
        verdict: "block",
        reason: `The labels of backend ${t.ids.backend} can’t be read`,
        refs: [{ id: t.ids.backend }],
      },
    ]);
  },
);

test("those of another backend close nothing here", async () => {
  const made = { description: "", metadata: "", created_at: new Date().toISOString() };
  const id = newId("tunnelGroupBackend");
  await t.gateway.db
    .insertInto("backends")
    .values({ ...made, id, labels: "{" })
    .execute();
  expect((await call()).status).toBe(200);
});
