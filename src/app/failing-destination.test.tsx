// Cause: a destination that failed said so in its own panel only, and a subscription showed how many destinations it has, not which.
// Law: what does not arrive is said in both lists and on the overview, with its name, its reason and one click to it.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import type { EventDeliveryList } from "#contract/event-delivery.ts";
import { href } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import type * as z from "zod/mini";
import { routes } from "./router.tsx";

connectedService();

const make = (path: string, body: object) => request<{ id: string }>({ method: "POST", path, body });
const deliveries = async () =>
  (await request<z.infer<typeof EventDeliveryList>>({ method: "GET", path: "/event_deliveries" }))
    .event_deliveries;

it("is told in the lists and on the overview", async () => {
  const file = await make("/event_destinations", {
    description: "Audit file",
    target: { file: { name: "a.ndjson" } },
  });
  // In a network that the service does not send to.
  const hook = await make("/event_destinations", {
    description: "Security team",
    target: { webhook: { url: "https://10.0.0.1/in" } },
  });
  const idle = await make("/event_destinations", {
    description: "Later",
    target: { file: { name: "b.ndjson" } },
  });
  await make("/event_subscriptions", {
    description: "Policies",
    sources: [{ type: "ip_policy_created.v0" }],
    destination_ids: [file.id, hook.id],
  });
  await make("/ip_policies", { description: "Office" });
  await waitFor(async () => {
    const of = new Map((await deliveries()).map((one) => [one.id, one]));
    expect(of.get(file.id)).toMatchObject({ due: 0, last_sent_at: expect.any(String) as unknown });
    expect(of.get(hook.id)).toMatchObject({ due: 1, last_sent_at: null });
    expect(of.get(hook.id)?.last_failure).toContain("--private-destinations");
    expect(of.get(idle.id)).toMatchObject({ due: 0, last_sent_at: null, last_failure: null });
  });

  const { user, router } = renderInApp(null, { path: href.eventDestinations(), routes });
  const row = async (name: string) => within((await screen.findByRole("link", { name })).closest("tr")!);
  await (await row("Security team")).findByText("Failing");
  await (await row("Audit file")).findByText("Delivered");
  await (await row("Later")).findByText("Nothing sent yet");

  await router.navigate(href.eventSubscriptions());
  const subscription = await row("Policies");
  await subscription.findByText("Failing");
  await subscription.findByText("Audit file, Security team");

  await router.navigate(href.home());
  const line = (await screen.findByText("Security team: Events not delivered")).closest("li")!;
  within(line).getByText(/--private-destinations.*1 event waiting\./);
  await user.click(within(line).getByRole("link"));
  expect(router.state.location.pathname + router.state.location.search).toBe(
    href.eventDestinations(`?open=${hook.id}`),
  );
  await screen.findByRole("button", { name: "Send test event" });
});
