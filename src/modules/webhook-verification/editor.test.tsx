import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { testedModule } from "#testing/edited-module.tsx";

const module = testedModule("webhook_verification");

const provider = () => screen.findByRole("combobox", { name: "Provider" });
const save = () => screen.getByRole("button", { name: /^Save/ });
const toast = (text: string | RegExp) => screen.findByText(text, { selector: "output span" });
const storedSecret = async () => {
  const rows = await module.service.db.selectFrom("modules").select("value").execute();
  return rows.map(({ value }) => value).join();
};

// Cause: a text that was typed in full, "github", counted as chosen, offered all providers and took the first of them.
// Law: a provider list with search.
it("a provider is found by its name and sent with its secret, which stays while something else changes", async () => {
  const { user } = await module.open();
  await user.type(await provider(), "github");
  await user.keyboard("{ArrowDown}{Enter}");
  await user.type(screen.getByLabelText("Secret"), "first-secret");
  await user.click(save());
  await toast(/ saved on /);
  expect(await module.get()).toEqual({ enabled: true, provider: "github" });
  expect(await storedSecret()).toContain("first-secret");

  await user.click(screen.getByLabelText("Apply to traffic"));
  await user.click(save());
  await user.click(await screen.findByRole("button", { name: "Turn off Webhook verification" }));
  await screen.findByRole("button", { name: /^Save/, description: /Nothing changed/ });
  expect(await module.get()).toEqual({ enabled: false, provider: "github" });
  expect(await storedSecret()).toContain("first-secret");
  expect(document.body.innerHTML).not.toContain("first-secret");
});

it("another provider needs a secret of its own; sns takes none", async () => {
  await module.put({ provider: "github", secret: "first-secret" });
  const { user } = await module.open();
  await user.clear(await provider());
  await user.type(await provider(), "stripe");
  expect(await screen.findByText(/The stored secret is for GitHub\./)).toBeDefined();
  await user.click(save());
  expect(await screen.findByText(/Required\. Enter the signing secret from the provider/)).toBeDefined();
  expect(await module.get()).toMatchObject({ provider: "github" });

  await user.clear(await provider());
  await user.type(await provider(), "sns");
  expect(screen.getByText(/needs no secret\. Leave it empty/)).toBeDefined();
  await user.click(screen.getByRole("radio", { name: "Clear" }));
  await user.click(save());
  await toast(/ saved on .*\. Can’t be undone: the service doesn’t return the secret\.$/);
  expect(await module.get()).toEqual({ enabled: true, provider: "sns" });
});

// Cause: only the provider was flagged, as "Must not be empty.", and the secret after it was fixed; an unknown provider was refused
// and called a custom value. Law: what is missing is said at once, at each field, and nothing that is refused reads as taken.
it("says of both fields what is missing, and calls no refused provider a custom value", async () => {
  const { user } = await module.open();
  await user.click(save());
  expect(await screen.findByText("Required. Choose a provider.")).toBeDefined();
  expect(screen.getByText("Required. Enter the signing secret from the provider.")).toBeDefined();
  expect(screen.getByText("2 fields to fix: Provider, Secret")).toBeDefined();
  await user.type(await provider(), "foo");
  expect(await screen.findByText("Must be a supported provider. Example: github")).toBeDefined();
  expect(screen.queryByText("Custom value")).toBeNull();
  expect(screen.getByText("Required. Enter the signing secret from the provider.")).toBeDefined();
  await user.clear(await provider());
  await user.type(await provider(), "sns");
  expect(screen.queryByText(/^Required\. Enter/)).toBeNull();
});
