// Cause: the name that was just entered was not the one that the message said, which was the certificate's own. Law: a thing has one
// name everywhere.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CA_PEM } from "#service/testing/conformance/world.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { NewAuthorityDialog } from "./new-authority-dialog.tsx";

connectedApp();

it("says the name that was entered", async () => {
  const { user } = renderInApp(<NewAuthorityDialog onMade={() => undefined} onClose={() => undefined} />);
  await user.type(await screen.findByLabelText("Name"), "Devices");
  await user.click(screen.getByLabelText("Certificate"));
  await user.paste(CA_PEM);
  await user.click(screen.getByRole("button", { name: /^Create/ }));
  expect(await screen.findByText("Devices created", { selector: "output span" })).toBeDefined();
});
