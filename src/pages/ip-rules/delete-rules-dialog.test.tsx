// Cause: rules could be deleted one by one only, so what a bulk add had made was undone there or by hand. Law: several are deleted by one
// question, which says what they open; what fails stays in it, and undo brings back the rest.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-rules-page.tsx";

connectedService();

const post = <T,>(path: string, body: object) => request<T>({ method: "POST", path, body });
const words = async (policy: string) =>
  (
    await request<{ ip_policy_rules: IpPolicyRule[] }>({ method: "GET", path: ipRules.path })
  ).ip_policy_rules.flatMap(({ ip_policy, action, cidr, description }) =>
    ip_policy.id === policy ? [`${action} ${cidr} ${description}`] : [],
  );

async function opened(name: string) {
  const { id } = await post<{ id: string }>("/ip_policies", { description: name });
  for (const [action, cidr] of [
    ["allow", "192.0.2.0/25"],
    ["deny", "192.0.2.7/32"],
    ["allow", "198.51.100.0/24"],
  ])
    await post("/ip_policy_rules", { ip_policy_id: id, action, cidr, description: "gate" });
  const view = renderInApp(null, {
    path: href.ipRules(`?view=table&policy=${name}`),
    routes: [{ path: paths.ipRules, Component }],
  });
  return { ...view, id };
}

const choose = async (user: Awaited<ReturnType<typeof opened>>["user"], ...cidrs: string[]) => {
  for (const cidr of cidrs) await user.click(await screen.findByRole("checkbox", { name: `Select ${cidr}` }));
  await user.click(await screen.findByRole("button", { name: `Delete ${cidrs.length}…` }));
  return within(await screen.findByRole("dialog"));
};

it("deletes what is selected after one question, what allows first, and undoes it", async () => {
  const { user, id } = await opened("Yard");
  const before = await words(id);
  const dialog = await choose(user, "192.0.2.7/32", "192.0.2.0/25");
  expect(dialog.getByText(/^They will be removed from Yard\./)).toBeDefined();
  const sent = vi.spyOn(globalThis, "fetch");
  await user.click(dialog.getByRole("button", { name: "Delete 2 rules" }));
  // Cause: it did not say from where. Law: a message names what was done and to what.
  await screen.findByText("2 rules deleted from Yard");
  expect(await words(id)).toEqual(["allow 198.51.100.0/24 gate"]);
  expect(sent.mock.calls.filter(([, init]) => init?.method === "DELETE")).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Undone: 2 rules restored with new IDs");
  expect((await words(id)).toSorted()).toEqual(before.toSorted());
  sent.mockRestore();
});

it("keeps in the question what could not be deleted, with why", async () => {
  const { user, id } = await opened("Quay");
  const dialog = await choose(user, "192.0.2.7/32", "192.0.2.0/25");
  const real = globalThis.fetch;
  let cut = true;
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (init?.method !== "DELETE" || !cut) return real(input, init);
    cut = false;
    return Promise.resolve(
      new Response(JSON.stringify({ error_code: "x", status_code: 500, msg: "Broken.", details: {} }), {
        status: 500,
        headers: { "content-type": "application/json" },
      }),
    );
  });
  await user.click(dialog.getByRole("button", { name: "Delete 2 rules" }));
  await dialog.findByText(/Broken\./);
  await screen.findByText("1 rule deleted from Quay");
  await user.click(dialog.getByRole("button", { name: "Delete 1 rule" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await words(id)).toEqual(["allow 198.51.100.0/24 gate"]);
  sent.mockRestore();
});
