import { ipPolicies } from "#resources/ip-policies.ts";
import { writesOf } from "#resources/writes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { createIpRule } from "#resources/ip-rules.ts";
import { href, paths } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { Component } from "./ip-rules-paste-page.tsx";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const connection = {
    baseUrl: `${service.origin}/api`,
    key: service.key,
    versionHeader: "Service-Version",
  };
  setConnection(connection, { remember: false });
});
afterAll(async () => {
  forgetConnection();
  await service.close();
});
afterEach(() => localStorage.clear());

const LINES = [
  "203.0.113.0/24 office",
  "203.0.113.9/24",
  "10.0.0.0/8",
  "deny 10.0.0.0/8",
  "::/0",
  "nonsense",
];

it("the result has every line of the plan, and the lines can be gone back to", async () => {
  // Cause: a run kept the new lines alone and emptied the text. Law: bulk paste with per-line result.
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  const taken = { ip_policy_id: id, action: "allow" as const, cidr: "10.0.0.0/8" };
  await createIpRule(taken, new Set());
  const { user } = renderInApp(null, {
    path: href.ipRulesPaste(id),
    routes: [{ path: paths.ipRulesPaste, Component }],
  });
  const field = await screen.findByLabelText("Lines");
  await user.click(field);
  await user.paste(LINES.join("\n"));
  // Cause: ::/0 was planned like any other range. Law: a range that holds every address is warned of.
  await waitFor(() => expect(screen.getByText("Open to everyone.")).toBeDefined());

  // Cause: everyone-ranges of a bulk add were created like any other. Law: they are confirmed.
  expect(screen.getByRole("button", { name: "Create 2 rules" }).getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("checkbox", { name: "Yes, allow everyone" }));
  await user.click(screen.getByRole("button", { name: "Create 2 rules" }));
  // Cause: "4 lines skipped" hid an invalid one. Law: bulk add says what came of each line.
  await screen.findByText(
    "2 of 2 created. 4 lines skipped: 1 already there (line 3), 1 conflicting (line 4), 1 repeated (line 2), 1 invalid (line 6).",
  );
  const lines = within(screen.getByRole("list", { name: "Results by line" })).getAllByRole("listitem");
  const WORDS = ["Created", "Repeated", "Already there", "Conflict", "Created", "Invalid"];
  expect(lines).toHaveLength(WORDS.length);
  for (const [index, word] of WORDS.entries()) {
    expect(lines[index]?.textContent).toMatch(new RegExp(`^${index + 1}.*${word}$`));
  }

  // Cause: it led to all rules, and an undone run read "0 of 2 created, 2 deleted." Law: what came of it, and the way on.
  expect(screen.getByRole("link", { name: "Go to Office" }).getAttribute("href")).toBe(href.ipPolicy(id));
  await user.click(screen.getByRole("button", { name: "Undo: delete 2 rules" }));
  await screen.findByText("Undone: 2 rules deleted.");
  await user.click(screen.getByRole("button", { name: "Edit lines" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Lines").value).toBe(LINES.join("\n"));
});
