import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-policy-new-page.tsx";

it("copies the POST that making sends", async () => {
  // Cause: the dialog had no "Copy as". Law: every pending change can be copied as a command.
  const { user } = renderInApp(null, {
    path: href.ipPolicyNew(),
    routes: [{ path: paths.ipPolicyNew, Component }],
  });
  await user.type(await screen.findByLabelText("Name"), "Office and VPN");
  await user.click(screen.getByRole("button", { name: "Copy as" }));
  await user.click(screen.getByRole("menuitem", { name: "JSON" }));
  await screen.findByText(/^Copied as JSON\./, { selector: "output span" });
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual({ description: "Office and VPN" });
});
