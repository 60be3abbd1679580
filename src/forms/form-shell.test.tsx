import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { Note } from "#ui/note.tsx";
import { BytesField } from "./fields.tsx";
import { fieldsToFix, FormShell, SaveBar } from "./form-shell.tsx";

function Form({ atField }: { atField: boolean }) {
  const form = useForm({ defaultValues: { name: "a" } });
  const [failed, setFailed] = useState(0);
  const save = async () => {
    setFailed(0);
    await Promise.resolve();
    if (atField) form.setError("name", { type: "server", message: "Is taken." }, { shouldFocus: true });
    setFailed((count) => count + 1);
  };
  return (
    <FormShell
      form={form}
      label="Form"
      onSave={() => void save()}
      problem={failed ? <Note tone="bad">Could not save.</Note> : null}
      bar={<SaveBar state="ready" title="1 change" />}
    >
      <BytesField name="name" label="Name" maxBytes={9} />
    </FormShell>
  );
}

describe("a save that fails", () => {
  // Cause: the failure stood under the fields, out of sight of long forms, and the focus stayed on Save. Law: errors
  // are seen and announced.
  it("takes the focus to what failed, each time", async () => {
    const { user } = renderInApp(<Form atField={false} />);
    for (let time = 0; time < 2; time++) {
      await user.click(screen.getByRole("button", { name: "Save" }));
      const alert = await screen.findByRole("alert");
      expect(document.activeElement?.contains(alert)).toBe(true);
      expect(document.activeElement).not.toBe(document.body);
    }
    await user.type(screen.getByLabelText("Name"), "b");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  });

  it("leaves the focus at a field that is at fault", async () => {
    const { user } = renderInApp(<Form atField />);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("alert");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  });
});

// Cause: until a save was drawn, a second press of Save or Ctrl-Enter sent it again. Law: one save at a time.
it("saves once when Save is pressed twice before the first press is drawn", async () => {
  let saves = 0;
  function Twice() {
    const form = useForm({ defaultValues: { name: "a" } });
    return (
      <FormShell
        form={form}
        label="Form"
        onSave={() => (saves += 1)}
        problem={null}
        bar={<SaveBar state="ready" title="1 change" />}
      >
        <BytesField name="name" label="Name" maxBytes={9} />
      </FormShell>
    );
  }
  const { user } = renderInApp(<Twice />);
  const save = screen.getByRole("button", { name: "Save" });
  act(() => {
    save.click();
    save.click();
  });
  await waitFor(() => expect(saves).toBe(1));
  await user.click(save);
  await waitFor(() => expect(saves).toBe(2));
});

describe("fieldsToFix", () => {
  const part = (rest: (string | number)[]) =>
    rest.length === 2 && rest[1] === "secret" ? { label: "Client secret" } : undefined;
  const fields = [
    { name: "provider", label: "Provider", part },
    { name: "on", label: "Apply" },
  ];
  const fault = (...places: string[]) => ({
    type: "invalid",
    types: Object.fromEntries(places.map((place) => [place, "m"])),
  });

  // Cause: the bar named the field of the wire, "Provider" for its client secret. Law: the fault is said where it is.
  it("names the part that is at fault, the field where the part has no name, each once", () => {
    expect(fieldsToFix({}, fields)).toBeUndefined();
    expect(fieldsToFix({ on: { type: "server", message: "m" } }, fields)).toBe("1 field to fix: Apply");
    const deep = {
      provider: { github: { secret: fault("[]"), scopes: fault("[0]", "[1]") } },
      on: fault("[]"),
    };
    expect(fieldsToFix(deep, fields)).toBe("3 fields to fix: Client secret, Provider, Apply");
    for (const place of ['["github","secret"]', '["github","secret",0]', '["github","secret",0,"value"]'])
      expect(fieldsToFix({ provider: fault(place) }, fields)).toBe("1 field to fix: Client secret");
  });
});
