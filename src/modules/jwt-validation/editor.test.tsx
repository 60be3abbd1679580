import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { jwtValidationContract } from "#contract/modules/jwt-validation.ts";
import { testedModule } from "#testing/edited-module.tsx";
import { makeKey, sign } from "#testing/jwt-keys.ts";

const module = testedModule("jwt_validation");
afterEach(() => vi.restoreAllMocks());

const { example } = jwtValidationContract;
const save = () => screen.getByRole("button", { name: /^Save/ });
const toast = (text: string | RegExp) => screen.findByText(text, { selector: "output span" });
const row = (name: string) =>
  within(screen.getByRole("list", { name: "Checks" }))
    .getAllByRole("listitem")
    .find((item) => within(item).queryByText(name));

it("a new one is written by keyboard, its one issuer sent as one object; a second issuer makes a list", async () => {
  const { user } = await module.open();
  (await screen.findByRole("button", { name: "Add issuer" })).focus();
  await user.keyboard("{Enter}");
  await user.paste("https://login.example.com");
  screen.getByRole("button", { name: "Add audience" }).focus();
  await user.keyboard("{Enter}");
  await user.paste("https://api.example.com");
  for (const name of ["ES256", "RS256"]) {
    screen.getByRole("checkbox", { name }).focus();
    await user.keyboard(" ");
  }
  screen.getByRole("button", { name: "Add URL" }).focus();
  await user.keyboard("{Enter}");
  await user.paste("https://login.example.com/.well-known/jwks.json");
  await user.click(save());
  await toast(/ saved on /);
  expect(await module.get()).toEqual(example);

  screen.getByRole("button", { name: "Add issuer" }).focus();
  await user.keyboard("{Enter}");
  await user.paste("https://second.example.com");
  await user.click(save());
  await waitFor(async () => {
    expect(await module.get()).toEqual({
      ...example,
      issuer: {
        allow_list: [{ value: "https://login.example.com" }, { value: "https://second.example.com" }],
      },
    });
  });
});

it("what is missing is told at each field, the first focused, and nothing is sent", async () => {
  const { user } = await module.open();
  await user.click(await screen.findByRole("button", { name: "Remove token location 1" }));
  await user.click(save());
  for (const text of [
    "Must have at least one token.",
    "Must have at least one issuer. Example: https://login.example.com",
    "Must have at least one audience. Example: https://api.example.com",
    "Must have at least one algorithm. Example: RS256",
    "Must have at least one URL. Example: https://login.example.com/.well-known/jwks.json",
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add token location" }));
  await expect(module.get()).rejects.toMatchObject({ status: 404 });
});

it("the tester checks a token against the draft, and keeps it to itself", async () => {
  await module.put(example);
  const key = await makeKey("ES256", "k1");
  const claims = { iss: "https://login.example.com", aud: "https://other.example.com", exp: 4e9 };
  const token = await sign(key, { alg: "ES256", kid: "k1", typ: "JWT" }, claims);
  const { user } = await module.open();
  await user.click(await screen.findByText("Try it"));
  const fetched = vi.spyOn(globalThis, "fetch");
  const stored = vi.spyOn(Storage.prototype, "setItem");
  await user.click(await screen.findByLabelText("Token"));
  await user.paste(`Authorization: Bearer ${token}`);
  await user.click(screen.getByLabelText("Keys"));
  await user.paste(JSON.stringify({ keys: [key.jwk] }));
  await screen.findByText("Refused: 1 check failed");
  expect(row("Audience")?.textContent).toContain("Fail");
  expect(row("Signature")?.textContent).toContain("Pass");

  const audience = screen.getByLabelText("Audiences 1");
  await user.clear(audience);
  await user.paste("https://other.example.com");
  await screen.findByText("Accepted: all checks passed");
  expect(stored).not.toHaveBeenCalled();
  for (const [url, init] of fetched.mock.calls) expect(JSON.stringify([url, init])).not.toContain(token);

  await user.click(save());
  await toast(/ saved on /);
  for (const [url, init] of fetched.mock.calls) expect(JSON.stringify([url, init])).not.toContain(token);
  expect(await module.get()).toEqual({
    ...example,
    audience: { allow_list: { value: "https://other.example.com" } },
  });
});

// Cause: the fault of an only issuer, sent without a list, marked no field. Law: a fault is said where it is.
it.each([
  [["nonsense"], 1],
  [["https://login.example.com", "nonsense"], 2],
])("marks the issuer that is at fault: %j", async (issuers, at) => {
  const { user } = await module.open();
  for (const issuer of issuers) {
    await user.click(await screen.findByRole("button", { name: "Add issuer" }));
    await user.paste(issuer);
  }
  await user.click(save());
  const field = screen.getByRole("textbox", { name: `Issuers ${at}` });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText(new RegExp(`^Issuer ${at}: `))).toBeDefined();
  expect(
    screen.queryAllByRole("textbox", { name: /^Issuers/ }).filter((one) => one.getAttribute("aria-invalid")),
  ).toEqual([field]);
});
