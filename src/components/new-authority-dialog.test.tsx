// Cause: the name that was just entered was not the one that the message said, which was the certificate's own. Law: a thing has one
// name everywhere.
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { CA_PEM } from "#service/testing/conformance/world.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { NewAuthorityDialog } from "./new-authority-dialog.tsx";

connectedApp();

// Cause: an authority was created without an Undo, which policies, backends and subscriptions have. Law: every creation can be undone right
// after it, and what was chosen with it goes along.
it("offers to undo the creation, and the form that chose it lets go of it", async () => {
  const undone: string[] = [];
  const made: string[] = [];
  function Page() {
    const [open, setOpen] = useState(true);
    const onMade = ({ id }: { id: string }) => {
      made.push(id);
      setOpen(false);
    };
    return open ? (
      <NewAuthorityDialog onMade={onMade} onUndone={({ id }) => undone.push(id)} onClose={() => undefined} />
    ) : null;
  }
  const { user } = renderInApp(<Page />);
  await user.type(await screen.findByLabelText("Name"), "Devices");
  await user.click(screen.getByLabelText("Certificate"));
  await user.paste(CA_PEM);
  await user.click(screen.getByRole("button", { name: /^Create/ }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("Undone: certificate authority “Devices” deleted");
  expect(undone).toEqual(made);
  await expect(request({ method: "GET", path: `/certificate_authorities/${made[0]}` })).rejects.toMatchObject(
    {
      status: 404,
    },
  );
});

it("says the name that was entered", async () => {
  const { user } = renderInApp(<NewAuthorityDialog onMade={() => undefined} onClose={() => undefined} />);
  await user.type(await screen.findByLabelText("Name"), "Devices");
  await user.click(screen.getByLabelText("Certificate"));
  await user.paste(CA_PEM);
  await user.click(screen.getByRole("button", { name: /^Create/ }));
  expect(await screen.findByText("Certificate authority “Devices” created")).toBeDefined();
});
