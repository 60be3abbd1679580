// Cause: "Authtoken saved · Undo" stood beside its deletion from the list, and could only fail. Law: no message outlives what its
// action can do.
import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href } from "#resources/paths.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { routes } from "./router.tsx";

connectedApp();

it("what is deleted from a list takes the undo of its last save along", async () => {
  const body = { description: "Spare" };
  const { id } = await request<{ id: string }>({ method: "POST", path: "/credentials", body });
  const { user, router } = renderInApp(null, { path: href.authtokenEdit(id), routes });
  await user.type(await screen.findByLabelText("Used by"), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Authtoken “Spare!” saved");
  await act(() => router.navigate(href.authtokens(`?open=${id}`)));
  await user.click(await screen.findByRole("button", { name: "Delete…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete authtoken" }));
  await screen.findByText("Authtoken “Spare!” deleted");
  expect(screen.queryByText("Authtoken “Spare!” saved")).toBeNull();
});
