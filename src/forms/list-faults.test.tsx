import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, it } from "vitest";
import type { Issue } from "#contract/error.ts";
import { renderInApp } from "#testing/render.tsx";
import { EntriesField } from "./entries-field.tsx";
import { FormShell, SaveBar } from "./form-shell.tsx";
import { ObjectListField } from "./object-list-field.tsx";
import { showIssues } from "./server-errors.ts";
import { TextListField } from "./text-list-field.tsx";

const START = { lines: ["a"], headers: [{ name: "b", value: "" }], rules: [{ name: "c" }] };

function Kit({ at, issues }: { at: keyof typeof START; issues?: Issue[] }) {
  const form = useForm<Record<string, unknown>>({ defaultValues: START });
  return (
    <FormShell
      form={form}
      label="Form"
      onSave={() => {
        showIssues(form, issues ?? [{ path: [at], message: "needs another" }], Object.keys(START));
      }}
      problem={null}
      bar={<SaveBar state="ready" title="1 change" />}
    >
      <TextListField name="lines" label="Lines" one="line" look="lines" />
      <EntriesField name="headers" label="Headers" one="header" />
      <ObjectListField name="rules" label="Rules" one="rule" blank={{ name: "" }}>
        {null}
      </ObjectListField>
    </FormShell>
  );
}

// Cause: what is wrong in a list stood below its Add button, away from the rows. Law: a fault stands at what is to be fixed.
it.each([
  ["lines", "Add line"],
  ["headers", "Add header"],
  ["rules", "Add rule"],
] as const)("tells a fault of %s under its rows, above the button that adds one", async (at, add) => {
  const { user } = renderInApp(<Kit at={at} />);
  await user.click(screen.getByRole("button", { name: "Save" }));
  const fault = await screen.findByText("Needs another.");
  const button = screen.getByRole("button", { name: add });
  expect(fault.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByText("Needs another.")).toHaveLength(1);
});

// Cause: rows that are not sent have no place in what the service refuses. Law: a fault is told at the row it is of.
it("tells a fault at its row, past empty ones that are not sent", async () => {
  const same = { path: ["lines", 1], message: "is the same as entry 1. Remove one of them" };
  const { user } = renderInApp(<Kit at="lines" issues={[same]} />);
  await user.type(screen.getByLabelText("Lines 1"), "{Enter}b{Enter}b");
  await user.clear(screen.getByLabelText("Lines 1"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Line 3: the same as line 2. Remove one of them.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Lines 3"));
});
