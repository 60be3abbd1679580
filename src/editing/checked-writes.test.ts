// Cause: an undo whose answer was lost was over; tried again, its own write would have passed for a change by others. Law: an
// undo can be tried again until it is done, says what came of it, and is never written over a change by others.
import { expect, it } from "vitest";
import { ApiError } from "#api/errors.ts";
import type { ModuleValue } from "#resources/modules.ts";
import type { Toast } from "#ui/toast.tsx";
import { offerUndo } from "./checked-writes.ts";

const [previous, written, theirs] = [{ n: 1 }, { n: 2 }, { n: 3 }];

it.each([
  ["was not sent", written, "Undone: policy", previous],
  ["worked", previous, "Undone: policy", previous],
  ["was not sent, and another changed it", theirs, "Not undone: policy changed again since", theirs],
])("tries again an undo that %s", async (_, meanwhile, says, left) => {
  let held: ModuleValue = written;
  let cut = true;
  const toasts: Toast[] = [];
  const write = (value: ModuleValue): Promise<ModuleValue> => {
    if (cut) return Promise.reject(new ApiError({ kind: "network", method: "PUT", path: "/x", msg: "" }));
    held = value;
    return Promise.resolve(value);
  };
  offerUndo("Saved", {
    writes: { read: () => Promise.resolve(held), write },
    subject: { title: "Policy", key: "p" },
    toast: (toast) => void toasts.push(toast),
    sent: written,
    written,
    previous,
  });
  toasts.at(-1)?.action?.onSelect();
  await expect.poll(() => toasts.at(-1)?.text).toMatch(/^Could not undo policy\. No connection/);
  [held, cut] = [meanwhile, false];
  expect(toasts.at(-1)?.action?.label).toBe("Try again");
  toasts.at(-1)?.action?.onSelect();
  await expect.poll(() => toasts.at(-1)?.text).toBe(says);
  expect(held).toEqual(left);
});
