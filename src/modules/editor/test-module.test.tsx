// Cause: a test request with a draft that needs its secret again was sent, and refused as "module.request.client_secret is required".
// Law: what is missing is told before it is sent, by the name of its field.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { testedModule } from "#testing/edited-module.tsx";

const LOGIN = { issuer: "https://login.example.com", client_id: "reports", client_secret: "second" };
const oidc = testedModule("oidc");

it("says what a draft needs before a test request is sent with it, and sends as saved without", async () => {
  await oidc.put(LOGIN);
  const { user } = await oidc.open({ baseUrl: `${oidc.service.origin}/api`, edge: { unapplied: [] } });
  const reason = async () => {
    await user.click(await screen.findByRole("button", { name: "Send a test request" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(await dialog.findByRole("textbox", { name: "URL" }), "https://shop.example/");
    const send = dialog.getByRole("button", { name: /^Send/ });
    const said = send.textContent;
    const saved = dialog.queryByRole("radio", { name: "As saved" });
    if (saved) await user.click(saved);
    expect(send.textContent).toBe("Send");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    return said;
  };
  const issuer = await screen.findByLabelText<HTMLInputElement>("Issuer");
  expect(await reason()).toBe("Send");
  await user.type(issuer, "/tenant");
  expect(await reason()).toBe("SendEnter “Client secret” in the form first");
  await user.clear(issuer);
  await user.type(issuer, "login");
  expect(await reason()).toBe("SendFix “Issuer” in the form first");
});
