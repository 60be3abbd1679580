import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { FormFacts } from "#forms/form-facts.ts";
import { FormShell } from "#forms/form-shell.tsx";
import { renderInApp } from "#testing/render.tsx";
import { TlsTerminationFields } from "./fields.tsx";

function Form({ stored, at = "edge" }: { stored: string; at?: string }) {
  const loaded = { terminate_at: at, ...(stored ? { min_version: stored } : {}) };
  const form = useForm({ defaultValues: { enabled: true, terminate_at: at, min_version: stored } });
  return (
    <FormFacts value={{ loaded, secretsKept: true }}>
      <FormShell form={form} label="Form" onSave={() => undefined} problem={null} bar={null}>
        <TlsTerminationFields />
      </FormShell>
    </FormFacts>
  );
}
const versions = () =>
  screen.queryAllByRole<HTMLInputElement>("radio", { name: /TLS 1/ }).map(({ value }) => value);

// Cause: a version stayed chosen where TLS ends upstream, and was refused as "Must be null while terminate_at is upstream". Law: a
// form can't say what is refused: what does not apply is not there, and comes back with what it belongs to.
it.each(["", "1.3"])("the lowest version %j goes while TLS ends upstream, and comes back", async (stored) => {
  const { user } = renderInApp(<Form stored={stored} />);
  expect(versions()).toEqual(["", "1.0", "1.1", "1.2", "1.3"]);
  await user.click(screen.getByRole("radio", { name: /Upstream/ }));
  expect(versions()).toEqual([]);
  expect(screen.getByText(/^Your server chooses the minimum TLS version/)).toBeDefined();
  await user.click(screen.getByRole("radio", { name: /At the edge/ }));
  expect(versions()).toHaveLength(5);
  expect(screen.getByRole("radio", { checked: true, name: stored ? "TLS 1.3" : /1.2$/ })).toBeDefined();
});

// Law: what a service stored is shown, also where it does not apply.
it("shows a version that is stored where TLS ends upstream", () => {
  renderInApp(<Form stored="1.3" at="upstream" />);
  expect(versions()).toHaveLength(5);
});
