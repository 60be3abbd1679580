// Cause: after a cut write the console said that it may have worked and left it to the user to look. Law: before it offers
// another try it finds out whether the write took effect, and says which it was.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ApiError } from "#api/errors.ts";
import { settle, settleOnce, unlessGone, type Found } from "./settle.ts";

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
  const unchanged = { msg: "Cut. This request changed nothing.", retry: "safe", kind, status };
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

// Cause: an undo whose request failed was over, and sent again it might have created a second object. Law: a write is
// tried as often as it takes, and takes effect once.
it("creates one object, whatever becomes of the requests and looks of each try", async () => {
  const way = fc.record({
    fate: fc.constantFrom("cut before", "cut after", "refused", "answered"),
    sees: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(way, { maxLength: 8 }), async (ways) => {
      let made = 0;
      let [fate, sees] = ["answered", true];
      const send = async () => {
        if (fate === "refused") return failing("http", 400)();
        if (fate !== "cut before") made += 1;
        return fate === "answered" ? "made" : failing("network")();
      };
      const look = async (): Promise<Found<string>> => {
        if (!sees) await failing("network")();
        return made > 0 ? { done: "made" } : "unchanged";
      };
      const create = settleOnce(send, look);
      for (const one of [...ways, { fate: "answered", sees: true }]) {
        ({ fate, sees } = one);
        const came = await create().catch(() => null);
        expect(made).toBe(came === null ? Math.min(made, 1) : 1);
      }
      expect(await create()).toBe("made");
      expect(made).toBe(1);
    }),
  );
});
