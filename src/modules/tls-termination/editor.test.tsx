import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { FormFacts } from "#forms/form-facts.ts";
import { FormShell } from "#forms/form-shell.tsx";
import { renderInApp } from "#testing/render.tsx";
import { TlsTerminationFields } from "./fields.tsx";

function Form({ stored }: { stored: string }) {
  const loaded = { terminate_at: "edge", ...(stored ? { min_version: stored } : {}) };
  const form = useForm({ defaultValues: { enabled: true, terminate_at: "edge", min_version: stored } });
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

// Cause: every version could be chosen where TLS ends upstream, and the save was refused. Law: min_version must be the
// default there.
describe("the lowest version while TLS ends upstream", () => {
  it.each([
    ["", [""]],
    ["1.3", ["", "1.3"]],
  ])("is default, or what is stored: %j", async (stored, left) => {
    const { user } = renderInApp(<Form stored={stored} />);
    expect(versions()).toEqual(["", "1.0", "1.1", "1.2", "1.3"]);
    await user.click(screen.getByRole("radio", { name: /Upstream/ }));
    expect(versions()).toEqual(left);
    await user.click(screen.getByRole("radio", { name: /At the edge/ }));
    expect(versions()).toHaveLength(5);
  });
});
