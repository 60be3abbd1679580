// Cause: after a cut write the console said that it may have worked and left it to the user to look. Law: before it offers
// another try it finds out whether the write took effect, and says which it was.
import { expect, it } from "vitest";
import { ApiError } from "#api/errors.ts";
import { settle, unlessGone, type Found } from "./settle.ts";

const failing = (kind: ApiError["kind"], status?: number) => () =>
  Promise.reject<string>(new ApiError({ kind, method: "POST", path: "/x", msg: "Cut.", status }));
const seeing = (found: Found<string>) => () => Promise.resolve(found);
const blind = () => Promise.reject(new Error("no look"));

it.each([
  ["network", undefined],
  ["timeout", undefined],
  ["garbage", 200],
  ["drift", 201],
  ["http", 500],
  ["http", 503],
] as const)("looks after %s %s, and says which it was", async (kind, status) => {
  await expect(settle(failing(kind, status), seeing({ done: "made" }))).resolves.toBe("made");
  const unchanged = { msg: "Cut. Nothing was changed.", retry: "safe", kind, status };
  await expect(settle(failing(kind, status), seeing("unchanged"))).rejects.toMatchObject(unchanged);
  for (const look of [seeing("unknown"), blind])
    await expect(settle(failing(kind, status), look)).rejects.toMatchObject({ msg: "Cut.", retry: "unsure" });
});

it.each([400, 401, 404, 409, 413, 429, 507])("takes %i as what it says, without a look", async (status) => {
  const look = () => expect.unreachable();
  await expect(settle(failing("http", status), look)).rejects.toMatchObject({ msg: "Cut.", status });
});

// Cause: an object that the service can't show (405) was taken for gone, so a deletion whose answer was lost counted as done.
// Law: it says what it knows.
it("takes only a 404 as a sign that an object is gone", async () => {
  await expect(unlessGone(Promise.resolve("here"))).resolves.toBe("here");
  await expect(unlessGone(failing("http", 404)())).resolves.toBeNull();
  for (const status of [405, 410, 500])
    await expect(unlessGone(failing("http", status)())).rejects.toMatchObject({ status });
});
