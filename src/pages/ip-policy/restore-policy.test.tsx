// Cause: an undo whose one request failed said so and was over: the policy, or the rest of its rules, was gone for good.
// Law: an undo can be tried again until it is done, and goes on where it failed.
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href, paths } from "#resources/paths.ts";
import { FAULTS, startFaultyService } from "#testing/faults.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-policy-page.tsx";

let kit: Awaited<ReturnType<typeof startFaultyService>>;
beforeAll(async () => {
  kit = await startFaultyService();
});
afterAll(() => kit.close());

type Rule = { cidr: string; ip_policy: { id: string } };
type Listed = { ip_policies?: { id: string; description: string }[]; ip_policy_rules?: Rule[] };
const get = (path: string) => request<Listed>({ method: "GET", path, connection: kit.direct });
const post = async (path: string, body: object) =>
  (await request<{ id: string }>({ method: "POST", path, body, connection: kit.direct })).id;

it.each(["cut before", "cut after", "400"])("restores a policy with its rules through: %s", async (name) => {
  kit.connect();
  const policy = await post("/ip_policies", { description: name });
  const cidrs = ["192.0.2.1/32", "192.0.2.2/32", "192.0.2.3/32"];
  for (const cidr of cidrs) await post("/ip_policy_rules", { ip_policy_id: policy, action: "deny", cidr });
  const { user } = renderInApp(null, {
    path: href.ipPolicy(policy),
    routes: [
      { path: paths.ipPolicy, Component },
      { path: paths.ipPolicies, element: null },
    ],
  });
  await user.click(await screen.findByRole("button", { name: "Delete IP policy…" }));
  const dialog = await screen.findByRole("dialog");
  const remove = await within(dialog).findByRole("button", { name: "Delete IP policy" });
  // Not before it is known what the policy holds and where it is used.
  await waitFor(() => expect(remove.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(remove);

  let sent = 0;
  const fault = FAULTS.find((one) => one.name === name)!;
  // The second rule, and every look after it.
  await kit.plant(fault, ({ method, url = "" }) => {
    if (method === "POST" && url.endsWith("/ip_policy_rules")) sent += 1;
    return sent > 1 && url.includes("/ip_policy_rules");
  });
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText(new RegExp(`^Could not restore 2 of 3 rules of the IP policy “${name}”\\.`));
  await kit.heal();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(`Undone: IP policy “${name}” restored with 3 rules and a new ID`);

  const again = (await get("/ip_policies")).ip_policies?.filter(({ description }) => description === name);
  expect(again).toHaveLength(1);
  const rules = (await get("/ip_policy_rules?limit=100")).ip_policy_rules ?? [];
  const own = rules.filter(({ ip_policy }) => ip_policy.id === again?.[0]?.id).map(({ cidr }) => cidr);
  expect(own.toSorted()).toEqual(cidrs);
});
