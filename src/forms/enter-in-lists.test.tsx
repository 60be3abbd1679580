// Cause: Enter added an entry in some list fields and submitted the form in others, half-written. Law: in a list Enter goes on to
// the next entry, adds one where this one has text, and never submits.
import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { EntriesField } from "./entries-field.tsx";
import { FormShell, SaveBar } from "./form-shell.tsx";
import { TextListField } from "./text-list-field.tsx";

const saved = vi.fn<(values: unknown) => void>();

function Lists() {
  const form = useForm({
    defaultValues: { chips: [], lines: ["a", "b"], headers: [{ name: "", value: "" }] },
  });
  return (
    <FormShell
      form={form}
      label="Form"
      onSave={saved}
      problem={null}
      bar={<SaveBar state="ready" title="x" />}
    >
      <TextListField name="chips" label="Chips" one="chip" />
      <TextListField name="lines" label="Lines" one="line" look="lines" />
      <EntriesField name="headers" label="Headers" one="header" />
    </FormShell>
  );
}

it("goes on to the next entry and submits nothing", async () => {
  const { user } = renderInApp(<Lists />);
  await user.type(screen.getByLabelText("Chips"), "{Enter}x{Enter}{Enter}");
  await user.type(screen.getByLabelText("Lines 1"), "{Enter}2{Enter}c{Enter}{Enter}");
  await user.type(screen.getByLabelText("Headers 1: Name"), "{Enter}{Enter}");
  expect(document.activeElement).toBe(screen.getByLabelText("Headers 1: Value"));
  await user.type(screen.getByLabelText("Headers 1: Name"), "x-a{Enter}1{Enter}x-b{Enter}2");
  expect(saved).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  expect(saved.mock.lastCall?.[0]).toEqual({
    chips: ["x"],
    lines: ["a", "b2", "c", ""],
    headers: [
      { name: "x-a", value: "1" },
      { name: "x-b", value: "2" },
    ],
  });
});

// Cause: Add beside an empty line added another, and the empty one was refused on save. Law: what is empty is filled first.
it("Add leads to a line that is still empty", async () => {
  const { user } = renderInApp(<Lists />);
  const add = screen.getByRole("button", { name: "Add line" });
  await user.click(add);
  const third = screen.getByLabelText("Lines 3");
  expect(document.activeElement).toBe(third);
  await user.click(add);
  expect(document.activeElement).toBe(third);
  expect(screen.queryByLabelText("Lines 4")).toBeNull();
});
