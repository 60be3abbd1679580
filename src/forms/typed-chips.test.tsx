// Cause: a chip's text was no value of its form before Enter or blur, so the save bar said that nothing changed, and Back or a reload
// dropped it unasked. Law: what is typed is a change as it is typed; Escape takes an edit back, and what resets the field drops it.
import { screen } from "@testing-library/react";
import { useForm, useWatch } from "react-hook-form";
import { expect, it } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { FormShell, SaveBar } from "./form-shell.tsx";
import { TextListField } from "./text-list-field.tsx";

function Held() {
  return <output>{JSON.stringify(useWatch({ name: "domains" }))}</output>;
}

function Form() {
  const form = useForm({ defaultValues: { domains: ["a", "b"] } });
  return (
    <FormShell
      form={form}
      label="Form"
      onSave={() => {}}
      problem={null}
      bar={<SaveBar state="ready" title="x" />}
    >
      <TextListField name="domains" label="Domains" one="domain" />
      {/* Without taking the focus, as a shortcut or an answer of the service. */}
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => form.reset()}>
        Reset
      </button>
      <Held />
    </FormShell>
  );
}

const held = () => JSON.parse(screen.getByText(/^\[/).textContent) as unknown;
const input = () => screen.getByLabelText<HTMLInputElement>("Domains", { selector: "input" });
const chips = () => screen.queryAllByTitle("Edit").map(({ textContent }) => textContent);

it("a new text is a change as it is typed, no chip yet, and gone where it is deleted or reset", async () => {
  const { user } = renderInApp(<Form />);
  await user.type(input(), " c");
  expect(held()).toEqual(["a", "b", "c"]);
  expect(chips()).toEqual(["a", "b"]);
  await user.type(input(), "{Backspace}b");
  expect(held()).toEqual(["a", "b"]);
  expect(input().value).toBe(" b");
  await user.type(input(), "{Backspace}d");
  await user.click(screen.getByRole("button", { name: "Reset" }));
  expect(held()).toEqual(["a", "b"]);
  expect(input().value).toBe("");
  await user.type(input(), "e{Enter}f,");
  expect(held()).toEqual(["a", "b", "e", "f"]);
  expect(chips()).toEqual(["a", "b", "e", "f"]);
  await user.type(input(), "g");
  await user.tab();
  expect(chips()).toEqual(["a", "b", "e", "f", "g"]);
});

it("a chip's text is a change as it is typed; Escape and a reset bring back what it was", async () => {
  const { user } = renderInApp(<Form />);
  const edit = async () => {
    await user.click(screen.getByText("a", { selector: "button" }));
    await user.type(screen.getByLabelText("Edit domain 1"), "x");
    expect(held()).toEqual(["ax", "b"]);
  };
  await edit();
  await user.keyboard("{Escape}");
  expect(held()).toEqual(["a", "b"]);
  await edit();
  await user.click(screen.getByRole("button", { name: "Reset" }));
  expect(chips()).toEqual(["a", "b"]);
  await edit();
  await user.clear(screen.getByLabelText("Edit domain 1"));
  expect(held()).toEqual(["b"]);
  await user.type(screen.getByLabelText("Edit domain 1"), "c{Enter}");
  expect(held()).toEqual(["c", "b"]);
  expect(chips()).toEqual(["c", "b"]);
});
