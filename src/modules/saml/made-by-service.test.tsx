import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AppConfig } from "#contract/app-config.ts";
import { samlContract } from "#contract/modules/saml.ts";
import { testedModule } from "#testing/edited-module.tsx";

const tested = testedModule("saml");

// Cause: the entity ID and URLs came with the first save, which needs the metadata that providers give out for them. Law: what one step
// needs is there before it.
it("shows what the provider asks for before the first save, as the service then has it", async () => {
  const { open, put, get, service } = tested;
  const config = (await (await fetch(`${service.origin}/config.json`)).json()) as AppConfig;
  const { unmount } = await open({ ...config, baseUrl: `${service.origin}/api` });
  const shown = () => screen.getAllByRole("definition").map((one) => one.firstChild?.firstChild?.textContent);
  await screen.findByRole("button", { name: "Copy entity id" });
  const early = shown();
  expect(
    screen.getByText(/The metadata URL and the signing certificate come with the first save/),
  ).toBeDefined();
  unmount();
  await put(samlContract.example);
  const { entity_id, assertion_consumer_service_url, single_logout_url } = await get();
  expect(early).toEqual([entity_id, assertion_consumer_service_url, single_logout_url]);
});

it("says how to begin where the service does not say it", async () => {
  await tested.open();
  expect(screen.getByText(/enter placeholders there and replace them after/)).toBeDefined();
});
