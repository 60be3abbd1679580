import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json, type Handler } from "#testing/fault-server.ts";
import { apiKeys } from "./api-keys.ts";
import { writesOf } from "./writes.ts";

const server = connectedServer();
const cut: Handler = (_, response) => void response.destroy();
const gone = json(404, { error_code: "ERR_GATEHOUSE_404", status_code: 404, msg: "Not found." });

// Cause: the answer of a DELETE and the look after it were lost, and the next try, answered 404, was told as a failure. Law: it says
// what it knows; what is gone after a try of ours is deleted.
it("counts as deleted what is gone after a try whose answer was lost", async () => {
  const { remove } = writesOf(createQueryClient(), apiKeys);
  server.answerWith(cut);
  await expect(remove("ak_1")).rejects.toMatchObject({ kind: "network" });
  server.answerWith(gone);
  await expect(remove("ak_1")).resolves.toBeUndefined();
  expect(server.seen.filter(({ method }) => method === "DELETE")).toHaveLength(2);
  // It was told once: another try is one of its own.
  await expect(remove("ak_1")).rejects.toMatchObject({ status: 404 });
});

it("tells a 404 as it is without such a try, and of another object", async () => {
  const { remove } = writesOf(createQueryClient(), apiKeys);
  server.answerWith(gone);
  await expect(remove("ak_1")).rejects.toMatchObject({ status: 404 });
  server.answerWith(cut);
  await expect(remove("ak_2")).rejects.toMatchObject({ kind: "network" });
  server.answerWith(gone);
  await expect(remove("ak_1")).rejects.toMatchObject({ status: 404 });
});
