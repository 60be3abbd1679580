// Cause: against a service that was down each of 40 lines said the same, and "It may have worked. Check before you try again." beside
// the primary "Retry 40 failed", which is safe. Law: a reason is told once, and what it says to do is what the button does.
import { screen } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { href, paths } from "#resources/paths.ts";
import { writesOf } from "#resources/writes.ts";
import { FAULTS, startFaultyService } from "#testing/faults.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-rules-paste-page.tsx";

it("says once why no line was created or deleted, and that trying again is safe", async () => {
  const kit = await startFaultyService();
  kit.connect();
  onTestFinished(() => kit.close());
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Yard" });
  const { user } = renderInApp(null, {
    path: href.ipPolicyPaste(id),
    routes: [{ path: paths.ipPolicyPaste, Component }],
  });
  await user.click(await screen.findByLabelText("Lines"));
  await user.paste("192.0.2.1\n192.0.2.2\n192.0.2.3");
  const down = FAULTS.find(({ name }) => name === "cut before")!;
  const isRule = ({ url = "" }: { url?: string }) => url.includes("/ip_policy_rules");
  await kit.plant(down, isRule);
  await user.click(await screen.findByRole("button", { name: "Create 3 rules" }));
  const list = () => screen.getByRole("list", { name: "Results by line" }).textContent;
  const isToldOnce = async (title: string) => {
    const note = (await screen.findByText(title)).parentElement;
    const words =
      /No connection to the service\. Check that it is running and reachable\..*You can safely try again\.$/;
    expect(note?.textContent).toMatch(words);
    expect(list()).not.toContain("No connection");
  };
  await screen.findByText("0 of 3 created, 3 failed.");
  await isToldOnce("Could not create the rules");
  await kit.heal();
  await user.click(screen.getByRole("button", { name: "Retry 3 failed" }));
  await screen.findByText("3 of 3 created.");
  expect(screen.queryByText("Could not create the rules")).toBeNull();
  await kit.plant(down, isRule);
  await user.click(screen.getByRole("button", { name: "Undo: delete 3 rules" }));
  await isToldOnce("Could not delete the rules");
});
