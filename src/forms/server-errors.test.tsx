import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import type { Issue } from "#contract/error.ts";
import { renderInApp } from "#testing/render.tsx";
import { BytesField, NumberField } from "./fields.tsx";
import { FormShell, SaveBar } from "./form-shell.tsx";
import { showIssues } from "./server-errors.ts";

const NAMES = ["description", "count"];
let rest: Issue[] = [];

function Form({ issues }: { issues: Issue[] }) {
  const form = useForm({ defaultValues: { description: "", count: "7" } });
  return (
    <FormShell
      form={form}
      label="Form"
      onSave={() => {
        rest = showIssues(form, issues, NAMES);
      }}
      problem={null}
      bar={<SaveBar state="ready" title="1 change" />}
    >
      <BytesField name="description" label="Description" maxBytes={8} />
      <NumberField
        name="count"
        label="Count"
        kind="integer"
        unit="s"
        readable={() => "a week"}
        hint="A hint"
      />
    </FormShell>
  );
}

describe("issues of the service", () => {
  it("land on their fields, focus the first in the form, and go when the field is changed", async () => {
    const { user } = renderInApp(
      <Form
        issues={[
          { path: ["count"], message: "must be odd" },
          { path: ["description"], message: "is taken" },
          { path: ["elsewhere"], message: "is wrong" },
        ]}
      />,
    );
    await user.click(screen.getByRole("button", { name: "Save" }));
    const description = screen.getByLabelText("Description");
    const count = screen.getByLabelText("Count");
    expect(document.activeElement).toBe(description);
    expect(description.getAttribute("aria-invalid")).toBe("true");
    expect(words(count)).toEqual(["Must be odd.", "A hint", "s = a week"]);
    expect(rest).toEqual([{ path: ["elsewhere"], message: "is wrong" }]);
    await user.type(count, "1");
    expect(count.getAttribute("aria-invalid")).toBeNull();
    expect(words(count)).toEqual(["A hint", "s = a week"]);
  });
});

describe("fields", () => {
  it("count bytes as they are typed and keep any text of a number", async () => {
    const { user } = renderInApp(<Form issues={[]} />);
    await user.type(screen.getByLabelText("Description"), "äöüx");
    expect(screen.getByText("7 of 8 bytes")).toBeDefined();
    const count = screen.getByLabelText<HTMLInputElement>("Count");
    await user.clear(count);
    await user.type(count, "1e3,");
    expect(count.value).toBe("1e3,");
    expect(words(count)).toEqual(["A hint", "s"]);
  });
});

function words(element: HTMLElement): (string | null | undefined)[] {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent);
}
