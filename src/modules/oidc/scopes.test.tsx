// Cause: "openid" stood where other fields show their default, but left empty the edge asks for three scopes. Law: a default that is shown
// is the one that applies.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { testedModule } from "#testing/edited-module.tsx";

const tested = testedModule("oidc");

it("shows the scopes that the edge asks for by default", async () => {
  await tested.open();
  expect(await screen.findByPlaceholderText("Default: openid email profile")).toBeDefined();
});
