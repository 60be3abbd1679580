// Cause: an unknown variable was told of all headers to add, so its link and "Go to field" led to the name of the first. Law: advice
// leads to the control that holds what it is about.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { testedModule } from "#testing/edited-module.tsx";

const module = testedModule("request_headers");

it("leads to the value with the unknown variable", async () => {
  await module.put({ add: { "x-plain": "a", "x-v1.client": "${.ip}" } });
  const { user } = await module.open({}, "?field=add.x-v1.client");
  const value = await screen.findByLabelText("Add 2: Value");
  await waitFor(() => expect(document.activeElement).toBe(value));
  value.blur();
  await user.click(await screen.findByRole("button", { name: "Go to field" }));
  expect(document.activeElement).toBe(value);
});

it("leads to the headers once the one that it was about is gone", async () => {
  await module.put({ add: { "x-plain": "a" } });
  await module.open({}, "?field=add.x-client");
  const name = await screen.findByLabelText("Add 1: Name");
  await waitFor(() => expect(document.activeElement).toBe(name));
});
