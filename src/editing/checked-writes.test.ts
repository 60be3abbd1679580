// Cause: an undo whose answer was lost was over; tried again, its own write would have passed for a change by others. Law: an
// undo can be tried again until it is done, says what came of it, and is never written over a change by others.
import { describe, expect, it } from "vitest";
import { ApiError } from "#api/errors.ts";
import type { ModuleValue } from "#resources/modules.ts";
import type { Toast } from "#ui/toast.tsx";
import { offerUndo, saidOf, turnedBy } from "./checked-writes.ts";

const [previous, written, theirs] = [{ n: 1 }, { n: 2 }, { n: 3 }];

it.each([
  ["was not sent", written, "Undone: changes to policy", previous],
  ["worked", previous, "Undone: changes to policy", previous],
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

// Cause: "turned off for" beside "saved on", since "turned on on" can't be said. Law: one preposition for where a module is.
it.each([
  ["saved", "IP policy saved on a.example/"],
  ["turned on", "Turned on IP policy on a.example/"],
  ["turned off", "Turned off IP policy on a.example/"],
])("%s", (did, says) => {
  expect(saidOf({ title: "IP policy", place: "a.example/" }, did)).toBe(says);
});

// Cause: "Could not undo OIDC" did not say what was not undone. Law: a failure names what was tried.
it("an undo that fails says what it was of", async () => {
  const toasts: Toast[] = [];
  const [was, is] = [{ enabled: true }, { enabled: false }];
  offerUndo("Turned off", {
    writes: { read: () => Promise.resolve(is), write: () => Promise.reject(new Error("No.")) },
    subject: { title: "OIDC", place: "a.example/", key: "p" },
    toast: (toast) => void toasts.push(toast),
    sent: is,
    written: is,
    previous: was,
  });
  toasts.at(-1)?.action?.onSelect();
  await expect.poll(() => toasts.at(-1)?.text).toBe("Could not undo: turn off OIDC at a.example/. No.");
});

// Cause: a guard that a form turned off read as saved, and an undo did not say what it opened. Law: what goes on or off, or is gone,
// is said by the message.
describe("turnedBy", () => {
  it.each<[ModuleValue, ModuleValue, string | undefined]>([
    [{ n: 1 }, { n: 1, enabled: false }, "turned off"],
    [{ enabled: false }, { enabled: true }, "turned on"],
    [{ enabled: false }, { enabled: false, n: 2 }, undefined],
    [{ enabled: true }, { n: 2 }, undefined],
    [null, { enabled: false }, undefined],
    [{ enabled: true }, null, undefined],
  ])("from %j to %j: %s", (from, to, says) => {
    expect(turnedBy(from, to)).toBe(says);
  });
});

it.each<[ModuleValue, ModuleValue, string]>([
  [{ enabled: true }, { enabled: false }, "Undone: policy turned on again"],
  [{ enabled: false }, { enabled: true }, "Undone: policy turned off again"],
  [null, { enabled: true }, "Undone: policy removed"],
  [{ enabled: true }, null, "Undone: policy restored"],
  // Cause: "Undone: policy" had no word for what was undone. Law: a message names what was done and to what.
  [{ enabled: true, n: 1 }, { enabled: true, n: 2 }, "Undone: changes to policy"],
])("an undo says what became of %j", async (was, is, says) => {
  const toasts: Toast[] = [];
  const writes = { read: () => Promise.resolve(is), write: (value: ModuleValue) => Promise.resolve(value) };
  const subject = { title: "Policy", key: "p" };
  offerUndo("Saved", {
    writes,
    subject,
    sent: is,
    written: is,
    previous: was,
    toast: (toast) => void toasts.push(toast),
  });
  toasts.at(-1)?.action?.onSelect();
  await expect.poll(() => toasts.at(-1)?.text).toBe(says);
});

// Cause: a login that took the place of JWT validation, and its undo, were told as messages about the one login: what was told of the
// other stayed. Law: a message is about all that it tells of.
it("is about what the write changed besides, and so is its undo", async () => {
  const toasts: Toast[] = [];
  let other: { did: string; undone: string; about: string } | undefined = {
    did: "JWT validation turned off",
    undone: "JWT validation turned on again",
    about: "/jwt",
  };
  offerUndo("Saved", {
    writes: {
      read: () => Promise.resolve(written),
      write: (value: ModuleValue) => {
        other = undefined;
        return Promise.resolve(value);
      },
      also: () => other,
    },
    subject: { title: "Policy", key: "/p" },
    toast: (toast) => void toasts.push(toast),
    sent: written,
    written,
    previous,
  });
  toasts.at(-1)?.action?.onSelect();
  await expect
    .poll(() => toasts.at(-1)?.text)
    .toBe("Undone: changes to policy, JWT validation turned on again");
  expect(toasts.map(({ about }) => about)).toEqual([
    ["/p", "/jwt"],
    ["/p", "/jwt"],
  ]);
});

// Cause: what an undo can't bring back of another login was asked about, and forgotten with the write that put it back: "Undone". Law: an
// undo that is not whole says so.
it("an undo says that a secret is missing, also where it knows that only until it is done", async () => {
  const toasts: Toast[] = [];
  let isKnown = true;
  offerUndo("Saved", {
    writes: {
      read: () => Promise.resolve(written),
      write: (value: ModuleValue) => {
        isKnown = false;
        return Promise.resolve(value);
      },
      undoLoss: () =>
        isKnown ? { says: "Undo can’t restore everything: no secret", rest: true } : undefined,
    },
    subject: { title: "Policy", key: "p" },
    toast: (toast) => void toasts.push(toast),
    sent: written,
    written,
    previous,
  });
  toasts.at(-1)?.action?.onSelect();
  expect(toasts.at(-1)?.text).toBe("Undo can’t restore everything: no secret");
  toasts.at(-1)?.action?.onSelect();
  await expect.poll(() => toasts.at(-1)?.text).toBe("Undone except the secret: changes to policy");
});
