// Cause: a destination was created without an Undo, which policies, backends and subscriptions have. Law: every creation can be undone right
// after it, and what was chosen with it goes along.
import { screen, waitFor, within } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { DestinationsField } from "./destinations-field.tsx";

connectedService();

function Form() {
  const form = useForm({ defaultValues: { destination_ids: [] } });
  return (
    <FormProvider {...form}>
      <DestinationsField />
    </FormProvider>
  );
}

it.each([
  ["File", "File name", "audit.ndjson"],
  ["Webhook", "URL", "https://events.example.com/in"],
])("offers to undo a %s, and the form that chose it lets go of it", async (kind, label, place) => {
  const { user } = renderInApp(<Form />);
  await user.click(await screen.findByRole("button", { name: "Create destination" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New event destination" }));
  await user.type(dialog.getByLabelText("Name"), kind);
  await user.click(dialog.getByRole("radio", { name: new RegExp(`^${kind}`) }));
  await user.type(await dialog.findByLabelText(label), place);
  await user.click(dialog.getByRole("button", { name: "Create destination" }));
  if (kind === "Webhook") {
    const secret = await screen.findByRole("dialog", { name: /^Copy the signing secret of/ });
    // Its layer takes clicks a moment later.
    await vi.waitUntil(() => getComputedStyle(secret).pointerEvents === "auto");
    await user.click(screen.getByLabelText("I saved it"));
    await user.click(screen.getByRole("button", { name: "Done" }));
  }
  await screen.findByText(`Destination “${kind}” created`);
  expect(await screen.findByRole("checkbox", { name: kind })).toHaveProperty("checked", true);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText(`Undone: destination “${kind}” deleted`);
  await waitFor(() => expect(screen.queryByRole("checkbox", { name: kind })).toBeNull());
});
