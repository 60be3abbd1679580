import { useState } from "react";
import { screen, waitFor } from "@testing-library/react";
import { useForm, useWatch } from "react-hook-form";
import { afterEach, expect, it, vi } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { focusFirstFault } from "./form-internals.ts";
import { FormShell, SaveBar } from "./form-shell.tsx";
import { showIssues } from "./server-errors.ts";
import { TextListField } from "./text-list-field.tsx";

afterEach(() => vi.restoreAllMocks());

const ISSUE = { path: ["domains", 0], message: "must be a domain" };

function Held() {
  return <output>{JSON.stringify(useWatch({ name: "domains" }))}</output>;
}

/** A form behind a tab: what it refuses is at a field that can't have the focus until that is shown. */
function Tabbed() {
  const form = useForm({ defaultValues: { domains: ["bad domain", "good.example"] } });
  const [shown, setShown] = useState(false);
  const show = () => {
    setShown(true);
    setTimeout(() => focusFirstFault(form));
  };
  return (
    <FormShell
      form={form}
      label="Form"
      onSave={() => {
        showIssues(form, [ISSUE], ["domains"]);
        focusFirstFault(form);
      }}
      problem={null}
      bar={<SaveBar state="ready" title="1 change" />}
    >
      <div hidden={!shown}>
        <TextListField name="domains" label="Domains" one="domain" />
      </div>
      <button type="button" onClick={() => setShown(true)}>
        Show
      </button>
      <button type="button" onClick={show}>
        Show the fault
      </button>
      <button type="button" onClick={() => form.setValue("domains", ["other.example"])}>
        Replace all
      </button>
      <Held />
    </FormShell>
  );
}

/** As browsers do, and jsdom does not: what is not shown gets no focus. */
function focusOnlyShown() {
  const { focus } = HTMLElement.prototype as { focus: (this: HTMLElement, options?: FocusOptions) => void };
  vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(function (this: HTMLElement, options) {
    if (!this.closest("[hidden]")) focus.call(this, options);
  });
}

async function refuse() {
  focusOnlyShown();
  const { user } = renderInApp(<Tabbed />);
  const click = (name: string) => user.click(screen.getByRole("button", { name }));
  await click("Save");
  return click;
}
const held = () => JSON.parse(screen.getByText(/^\[/).textContent) as unknown;

// Cause: an editor that was open without the focus stayed open at its place in the list, over the entry that followed one
// that was removed, and then wrote the removed one over it. Law: what is removed goes, and nothing else does.
it("removes the entry of an editor that never had the focus, and keeps the one after it", async () => {
  const click = await refuse();
  await click("Show");
  await click("Remove bad domain");
  expect(screen.queryByLabelText("Edit domain 1")).toBeNull();
  await click("Show");
  expect(held()).toEqual(["good.example"]);
});

// Cause: the same editor kept its text over a list that was replaced. Law: nothing is written that nobody chose.
it("closes an editor over a list that was replaced", async () => {
  const click = await refuse();
  await click("Replace all");
  expect(screen.queryByLabelText("Edit domain 1")).toBeNull();
  await click("Show");
  expect(held()).toEqual(["other.example"]);
});

// Cause: an editor that opened while its tab was hidden could not have the focus, and did not get it once it was shown.
// Law: a save that is refused leads to the field to fix.
it("gives the focus to an editor that is open already", async () => {
  const click = await refuse();
  await click("Show the fault");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Edit domain 1")));
});
