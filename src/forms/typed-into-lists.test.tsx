import { useEffect } from "react";
import { screen, waitFor } from "@testing-library/react";
import { useForm, useWatch } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { EntriesField } from "./entries-field.tsx";
import { BytesField } from "./fields.tsx";
import { FormShell, SaveBar } from "./form-shell.tsx";
import { ObjectListField } from "./object-list-field.tsx";
import { SearchChoiceField } from "./search-choice-field.tsx";
import { TextListField } from "./text-list-field.tsx";

const saved = vi.fn<(values: unknown) => void>();
let held: Record<string, unknown> = {};

function Held() {
  const values = useWatch();
  useEffect(() => {
    held = values;
  });
  return null;
}

const CHOICES = [
  { value: "deny", label: "Deny" },
  { value: "log", label: "Log" },
];

function Kit() {
  const form = useForm({
    defaultValues: {
      chips: ["a"],
      lines: ["one", "two"],
      headers: [{ name: "x-a", value: "1" }],
      labels: [{ name: "", value: "" }],
      rules: [{ name: "first", actions: [{ type: "deny" }] }],
    },
  });
  return (
    <FormShell
      form={form}
      label="Form"
      onSave={saved}
      problem={null}
      bar={<SaveBar state="ready" title="x" />}
    >
      <Held />
      <TextListField name="chips" label="Chips" one="chip" />
      <TextListField name="lines" label="Lines" one="line" look="lines" />
      <EntriesField name="headers" label="Headers" one="header" />
      <EntriesField name="labels" label="Labels" one="label" separator="=" />
      <ObjectListField name="rules" label="Rules" one="rule" blank={{ name: "", actions: [] }}>
        <BytesField name="name" label="Rule name" maxBytes={99} />
        <ObjectListField name="actions" label="Actions" one="action" blank={{ type: "" }}>
          <SearchChoiceField name="type" label="Type" choices={CHOICES} />
        </ObjectListField>
      </ObjectListField>
    </FormShell>
  );
}

// Cause: several lines pasted over a selected one kept it, though one line replaced it. Law: what is selected is replaced.
it("replaces what is selected by what is pasted", async () => {
  const { user } = renderInApp(<Kit />);
  const over = async (label: string, from: number, text: string) => {
    const input = screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
    await user.click(input);
    input.setSelectionRange(from, input.value.length);
    await user.paste(text);
  };
  await over("Lines 1", 0, "x\ny");
  expect(held["lines"]).toEqual(["x", "y", "two"]);
  await over("Lines 3", 1, "z\nw");
  expect(held["lines"]).toEqual(["x", "y", "t", "z", "w"]);
  await user.type(screen.getByLabelText("Chips", { selector: "input" }), "old");
  await over("Chips", 0, "new, newer");
  expect(held["chips"]).toEqual(["a", "new", "newer"]);
  await over("Headers 1: Name", 2, "x-1: a\nx-2: b : c");
  expect(held["headers"]).toEqual([
    { name: "x-", value: "1" },
    { name: "x-1", value: "a" },
    { name: "x-2", value: "b : c" },
  ]);
});

// Cause: "app=shop", as labels are written everywhere else, became a name that no tunnel has. Law: what is typed means what it says.
it("takes a name with its value in one text apart", async () => {
  const { user } = renderInApp(<Kit />);
  await user.type(screen.getByLabelText("Labels 1: Name"), "app=shop=1");
  expect(held["labels"]).toEqual([{ name: "app", value: "shop=1" }]);
  expect(document.activeElement).toBe(screen.getByLabelText("Labels 1: Value"));
  await user.click(screen.getByRole("button", { name: "Add label" }));
  await user.paste("site=x\nzone = eu");
  expect((held["labels"] as unknown[]).slice(1)).toEqual([
    { name: "site", value: "x" },
    { name: "zone", value: "eu" },
  ]);
});

// Cause: "Add rule" led to the first input of an action of the rule before, and what was typed changed it. Law: who adds a row types
// into that row.
it("leads to the row that was added, whatever rows are inside the others", async () => {
  const { user } = renderInApp(<Kit />);
  await user.click(screen.getByRole("button", { name: "Add rule" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByLabelText("Rule name")[1]));
});

// Cause: Enter over a list that was open submitted the form, unfinished. Law: it confirms what was typed there.
it("confirms over an open list, and submits nothing", async () => {
  const { user } = renderInApp(<Kit />);
  const type = screen.getByLabelText("Type");
  await user.clear(type);
  await user.type(type, "log{Enter}");
  expect(saved).not.toHaveBeenCalled();
  expect(type.getAttribute("aria-expanded")).toBe("false");
  expect(held["rules"]).toEqual([{ name: "first", actions: [{ type: "log" }] }]);
  await user.keyboard("{Enter}");
  expect(saved).toHaveBeenCalledOnce();
});
