import { screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import { EventDestination } from "#contract/event-destination.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./event-destination-edit-page.tsx";

const service = connectedApp();
const make = async (target: object) => {
  const body = { description: "Team", target };
  return request({ method: "POST", path: "/event_destinations", body, answer: EventDestination });
};
/** What is stored: with its secrets, which no answer has. */
const stored = async (id: string): Promise<unknown> => {
  const row = await service.db
    .selectFrom("event_destinations")
    .select("target")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.target);
};
afterEach(() => void vi.restoreAllMocks());
function patches(): unknown[] {
  const bodies: unknown[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (init?.method === "PATCH") bodies.push(JSON.parse(init.body as string));
    return real(input, init);
  });
  return bodies;
}
const open = (id: string) =>
  renderInApp(null, {
    path: href.eventDestinationEdit(id),
    routes: [{ path: paths.eventDestinationEdit, Component }],
  });

it("a webhook’s URL is changed, its secret stays; a new secret is sent, and an undo says that the old one is gone", async () => {
  const { id, target } = await make({ webhook: { url: "https://hooks.example.com/in" } });
  const { user } = open(id);
  const url = await screen.findByLabelText("URL");
  const sent = patches();
  await user.clear(url);
  await user.paste("https://hooks.example.com/out");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Destination “Team” saved");
  expect(sent).toEqual([{ target: { webhook: { url: "https://hooks.example.com/out" } } }]);
  expect(await stored(id)).toEqual({
    webhook: { url: "https://hooks.example.com/out", secret: target.webhook?.secret },
  });

  const secret = `whsec_${btoa("x".repeat(32))}`;
  await user.click(screen.getByLabelText("Signing secret"));
  await user.paste(secret);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ target: { webhook: { url: "https://hooks.example.com/out", secret } } });
  await vi.waitFor(() => expect(screen.getByLabelText("Signing secret")).toHaveProperty("value", ""));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("The old secret can’t be restored.");
  expect(await stored(id)).toMatchObject({ webhook: { secret } });
});

it("a stream’s access key keeps its secret while its ID stays", async () => {
  const creds = { aws_access_key_id: "AKIAEXAMPLEKEY000", aws_secret_access_key: "s3cret/s3cret" };
  const { id } = await make({
    kinesis: { stream_arn: "arn:aws:kinesis:eu-west-1:123456789012:stream/events", auth: { creds } },
  });
  const { user } = open(id);
  const arn = await screen.findByLabelText("Data stream");
  // Cause: a data stream had the endpoint of a delivery stream as its example. Law: an example is one of what is asked for.
  expect(screen.getByLabelText("Endpoint").getAttribute("placeholder")).toBe(
    "https://kinesis.eu-west-1.amazonaws.com",
  );
  const sent = patches();
  await user.type(arn, "-2");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Destination “Team” saved");
  const auth = { creds: { aws_access_key_id: creds.aws_access_key_id } };
  const stream_arn = "arn:aws:kinesis:eu-west-1:123456789012:stream/events-2";
  expect(sent).toEqual([{ target: { kinesis: { stream_arn, auth } } }]);
  expect(await stored(id)).toMatchObject({ kinesis: { stream_arn, auth: { creds } } });

  // A new secret of the same key: the field holds more than a text.
  await user.type(screen.getByLabelText("Secret access key"), "n3w");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(async () =>
    expect(await stored(id)).toMatchObject({
      kinesis: { auth: { creds: { ...creds, aws_secret_access_key: "n3w" } } },
    }),
  );
});

it("a file’s name is checked before it is sent", async () => {
  const { id } = await make({ file: { name: "a.ndjson" } });
  const { user } = open(id);
  const name = await screen.findByLabelText("File name");
  const sent = patches();
  await user.clear(name);
  await user.type(name, "../b");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await within(document.body).findByText(/lower-case letters/);
  expect(sent).toEqual([]);
});
