// Cause: of a list that both sides added to, a save that was called merged kept one side and dropped what the other had added.
// Law: what is called merged has what both did, and what one side loses is a choice.
import { screen, within } from "@testing-library/react";
import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { showList } from "#modules/kit/show.ts";
import { renderInApp } from "#testing/render.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { joinedList } from "./entries-apart.ts";
import { planSave, type Conflict } from "./save-plan.ts";

const NAMES = ["a", "b", "c", "d", "e", "f"];
const names = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 });

it("joins what both added and removed, in any order of the sides", () => {
  fc.assert(
    fc.property(names, names, names, (base, theirs, mine) => {
      const joined = joinedList({ path: ["list"], base, theirs, mine });
      const reverse = joinedList({ path: ["list"], base, theirs: mine, mine: theirs });
      expect(joined?.toSorted()).toEqual(reverse?.toSorted());
      const stays = (name: string) =>
        base.includes(name)
          ? theirs.includes(name) && mine.includes(name)
          : theirs.includes(name) || mine.includes(name);
      const apart = [theirs, mine].every((side) => side.toSorted().join() !== base.toSorted().join());
      const all = NAMES.filter(stays);
      expect(joined?.toSorted()).toEqual(apart && all.length > 0 ? all : undefined);
    }),
  );
});

it("joins no entry that both changed", () => {
  const list = (a: number, b: number, ...more: object[]) => [{ id: "a", at: a }, { id: "b", at: b }, ...more];
  const join = (theirs: object[], mine: object[]) =>
    joinedList({ path: ["list"], base: list(0, 0), theirs, mine });
  expect(join(list(1, 0), list(0, 2))).toEqual(list(1, 2));
  expect(join(list(1, 0), list(2, 0))).toBeNull();
  expect(join(list(1, 0), list(1, 2))).toEqual(list(1, 2));
  expect(join([{ id: "b", at: 0 }], list(1, 0))).toBeNull();
  expect(join([{ id: "b", at: 0 }], list(0, 1))).toEqual([{ id: "b", at: 1 }]);
  expect(join(list(0, 0, { id: "c" }), list(0, 0, { id: "c" }, { id: "d" }))).toEqual(
    list(0, 0, { id: "c" }, { id: "d" }),
  );
  expect(join(list(0, 0, { id: "c", at: 1 }), list(0, 0, { id: "c", at: 2 }))).toBeNull();
});

it("offers both first, and saves what is chosen", async () => {
  const versions = {
    base: { list: ["a", "b"] },
    theirs: { list: ["a", "b", "c"] },
    mine: { list: ["b", "d"] },
  };
  const onSave = vi.fn<(merged: object) => void>();
  const nothing = () => undefined;
  const definition = { title: "Lists", fields: [{ name: "list", label: "List", show: showList("\n") }] };
  const { user } = renderInApp(
    <ConflictDialog
      definition={
        { ...definition, secrets: [] } as unknown as Parameters<typeof ConflictDialog>[0]["definition"]
      }
      conflict={{ ...versions, ...planSave(versions) } as Conflict}
      saving={false}
      onSave={onSave}
      onTakeTheirs={nothing}
      onKeepEditing={nothing}
    />,
  );
  const dialog = within(await screen.findByRole("dialog"));
  const radios = () => dialog.getAllByRole<HTMLInputElement>("radio");
  expect(radios().map((one) => one.closest("label")?.textContent)).toEqual([
    "Theirs+ added c",
    "Yours− removed a+ added d",
    "Both− removed a+ added c\nd",
  ]);
  const save = dialog.getByRole("button", { name: "Save merged" });
  expect(radios().map(({ checked }) => checked)).toEqual([false, false, true]);
  await user.click(save);
  await user.click(dialog.getByRole("radio", { name: /^Yours/ }));
  await user.click(save);
  await user.click(dialog.getByRole("radio", { name: /^Theirs/ }));
  await user.click(save);
  expect(onSave.mock.calls.flat()).toEqual([{ list: ["b", "c", "d"] }, versions.mine, versions.theirs]);
});
