import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import type { EventSubscription } from "#contract/event-subscription.ts";
import { routes } from "./router.tsx";
import { href } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";

connectedService();
type Made = { id: string; description: string; target: { webhook: { url: string; secret?: string } | null } };

// Cause: without a destination the form of a subscription sent its reader away, and what was typed was lost. Law: what a form needs
// is created in it.
it("from no destination to a file that has a test event, and back", async () => {
  const { user, router } = renderInApp(null, { path: href.eventSubscriptionNew(), routes });
  const policies = (await screen.findByText("IP policies", { selector: "legend" })).closest("fieldset")!;
  await user.click(within(policies).getByLabelText("All"));
  await user.type(screen.getByLabelText("Name"), "Policies");
  await user.click(screen.getByRole("button", { name: "Create destination" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New event destination" }));
  await user.type(dialog.getByLabelText("Name"), "Audit file");
  await user.click(dialog.getByRole("radio", { name: /^File/ }));
  await user.type(dialog.getByLabelText("File name"), "Audit.ndjson");
  await user.click(dialog.getByRole("button", { name: "Create destination" }));
  await dialog.findByText(/lower-case letters/);
  await user.clear(dialog.getByLabelText("File name"));
  await user.type(dialog.getByLabelText("File name"), "audit.ndjson");
  await user.click(dialog.getByRole("button", { name: "Create destination" }));
  await screen.findByText("Destination “Audit file” created");

  // What was typed before is still there, and the new destination is chosen.
  expect(await screen.findByRole("checkbox", { name: "Audit file" })).toHaveProperty("checked", true);
  await user.click(screen.getByRole("button", { name: "Create subscription" }));
  await screen.findByText("Subscription “Policies” created");
  const { event_subscriptions: all } = await request<{ event_subscriptions: EventSubscription[] }>({
    method: "GET",
    path: "/event_subscriptions",
  });
  expect(all[0]?.sources.map(({ type }) => type)).toEqual([
    "ip_policy_created.v0",
    "ip_policy_updated.v0",
    "ip_policy_deleted.v0",
  ]);
  const [reference] = all[0]?.destinations ?? [];
  await router.navigate(href.eventDestinations(`?open=${reference?.id}`));
  await user.click(await screen.findByRole("button", { name: "Send test event" }));
  await screen.findByText(/^Test event delivered in/);

  await user.click(screen.getByRole("button", { name: "Actions for Audit file" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete…" }));
  const question = await screen.findByRole("dialog");
  await within(question).findByRole("link", { name: "Policies" });
  const confirm = within(question).getByRole("button", { name: "Delete event destination" });
  expect(confirm.getAttribute("aria-disabled")).toBe("true");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
});

// Cause: the URL of a webhook that only the service reaches was taken without a word, and then nothing was sent. Law: what will not be
// sent is said where it is typed.
it("says of a webhook in a private network what the service does", async () => {
  const { user } = renderInApp(null, { path: href.eventDestinationNew(), routes });
  const url = await screen.findByLabelText("URL");
  await user.type(url, "https://192.168.0.7/in");
  await screen.findByText(/^192\.168\.0\.7 is not a public address\. Events reach it only if/);
  await user.clear(url);
  await user.type(url, "https://hooks.example.com/in");
  expect(screen.queryByText(/is not a public address/)).toBeNull();
});

it("shows the signing secret of a webhook once, and nothing that is listed holds it", async () => {
  const { user } = renderInApp(null, { path: href.eventDestinationNew(), routes });
  await user.type(await screen.findByLabelText("URL"), "https://hooks.example.com/in");
  await user.click(screen.getByRole("button", { name: "Create destination" }));
  const dialog = await screen.findByRole("dialog", { name: /^Copy the signing secret of/ });
  const secret = within(dialog).getByLabelText("Signing secret").textContent ?? "";
  expect(secret).toMatch(/^whsec_/);
  // Cause: a dialog was clicked in the moment before its layer takes clicks. Law: a test waits for what a person would.
  await vi.waitFor(() => expect(getComputedStyle(dialog).pointerEvents).toBe("auto"));
  await user.click(within(dialog).getByRole("checkbox", { name: "I saved it" }));
  await user.click(within(dialog).getByRole("button", { name: "Done" }));
  await screen.findByRole("link", { name: "https://hooks.example.com/in" });
  const { event_destinations: all } = await request<{ event_destinations: Made[] }>({
    method: "GET",
    path: "/event_destinations",
  });
  expect(all[0]?.target.webhook?.url).toBe("https://hooks.example.com/in");
  expect(JSON.stringify(all)).not.toContain(secret);
  expect(document.body.textContent).not.toContain(secret);
});
