// Cause: an authtoken could be changed with the API only, though its rules are a mistake away from an agent that is refused. Law: what
// the console creates it can change, as safely as everything else.
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { Credential } from "#contract/credential.ts";
import { href, paths } from "#resources/paths.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./authtoken-edit-page.tsx";

connectedApp();
let id: string;

beforeEach(async () => {
  const body = { description: "Shop floor", metadata: "notes", acl: ["bind:*.shop.example.com"] };
  ({ id } = await request({ method: "POST", path: "/credentials", body, answer: Credential }));
});
afterEach(() => void vi.restoreAllMocks());

const get = () => request({ method: "GET", path: `/credentials/${id}`, answer: Credential });
const patch = (body: object) => request({ method: "PATCH", path: `/credentials/${id}`, body });
const save = () => screen.getByRole("button", { name: "Save" });

/** What is sent by PATCH from here on. */
function patches(): unknown[] {
  const bodies: unknown[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (init?.method === "PATCH") bodies.push(JSON.parse(init.body as string));
    return real(input, init);
  });
  return bodies;
}

function open(client = createQueryClient()) {
  return renderInApp(null, {
    client,
    path: href.authtokenEdit(id),
    routes: [
      { path: paths.authtokenEdit, Component },
      { path: paths.authtokens, element: <h1>The list</h1> },
    ],
  });
}

it("sends only what was changed, with rules trimmed, and undoes it", async () => {
  const before = await get();
  const { user } = open();
  const name = await screen.findByLabelText<HTMLInputElement>("Used by");
  expect(name.value).toBe("Shop floor");
  expect(save().getAttribute("aria-disabled")).toBe("true");
  const sent = patches();
  await user.click(screen.getByRole("button", { name: "Add rule" }));
  await user.type(screen.getByLabelText("Can serve 2"), " bind:tcp.example.com:20001 ");
  await user.click(save());
  await screen.findByText("Authtoken “Shop floor” saved");
  const acl = ["bind:*.shop.example.com", "bind:tcp.example.com:20001"];
  expect(sent).toEqual([{ acl }]);
  expect(await get()).toMatchObject({ acl, description: "Shop floor", metadata: "notes" });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Undone: changes to authtoken “Shop floor”");
  expect(await get()).toEqual(before);
});

// Cause: app=ci and a pasted URL were refused, though what is meant is known. Law: what is understood is taken, and said.
it("takes a label and a URL for their rules, and says what is saved", async () => {
  const { user } = open();
  const rule = await screen.findByLabelText("Can serve 1");
  const sent = patches();
  await user.clear(rule);
  await user.type(rule, "https://ci.example.com/x");
  screen.getByText(/Will be saved as bind:ci\.example\.com$/);
  await user.clear(rule);
  await user.type(rule, "app=ci");
  screen.getByText(/Will be saved as bind:app=ci$/);
  await user.click(save());
  await screen.findByText("Authtoken “Shop floor” saved");
  expect(sent).toEqual([{ acl: ["bind:app=ci"] }]);
});

// Cause: a rule for the address of an edge was taken, and the command that was printed for it could only fail. Law: what can't work is
// said where it is typed.
it("says of an edge's address that agents serve it by labels", async () => {
  await request({ method: "POST", path: "/edges/https", body: { hostports: ["own.edge.example:443"] } });
  const { user } = open();
  const rule = await screen.findByLabelText("Can serve 1");
  expect(screen.queryByText(/^Edges have/)).toBeNull();
  await user.clear(rule);
  await user.type(rule, "own.edge.example");
  expect(
    await screen.findByText(
      "Edges have own.edge.example. Agents serve edges by labels: add a rule like app=shop.",
    ),
  ).toBeDefined();
});

it("says a rule's fault at its line, and sends nothing", async () => {
  const { user } = open();
  const rule = await screen.findByLabelText("Can serve 1");
  const sent = patches();
  await user.clear(rule);
  await user.type(rule, "bind:shop.*.com");
  await user.click(save());
  await screen.findByText(/^Rule 1: can have \* only as its whole first part/);
  expect(sent).toEqual([]);
});

// Cause: Enter after the last rule adds a row, and the empty one was refused. Law: an empty row is no rule; where there is no other it
// is refused, as no rules at all allow everything.
it("sends no empty row, and tells a fault past one at its row", async () => {
  const { user } = open();
  const rule = await screen.findByLabelText("Can serve 1");
  await user.type(rule, "{Enter}");
  expect(save().getAttribute("aria-disabled")).toBe("true");
  await user.type(screen.getByLabelText("Can serve 2"), "app=ci{Enter}bind:*");
  await user.clear(rule);
  await user.click(save());
  await screen.findByText(/^Rule 3: matches nothing/);
  await user.clear(screen.getByLabelText("Can serve 3"));
  const sent = patches();
  await user.click(save());
  await screen.findByText("Authtoken “Shop floor” saved");
  expect(sent).toEqual([{ acl: ["bind:app=ci"] }]);
  await user.clear(screen.getByLabelText("Can serve 1"));
  await user.click(save());
  await screen.findByText(/^Rule 1: must be \* or bind: with a domain/);
});

it("asks about a field that both changed, and keeps the rest of theirs", async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText("Used by"), ", mine");
  await patch({ description: "theirs", metadata: "theirs" });
  await user.click(save());
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("The authtoken was changed while you edited")).toBeDefined();
  await user.click(dialog.getByLabelText(/^Yours/));
  await user.click(dialog.getByRole("button", { name: "Save merged" }));
  await screen.findByText(/^Authtoken “.+” saved/);
  expect(await get()).toMatchObject({ description: "Shop floor, mine", metadata: "theirs" });
});

it("is not left with unsaved changes without a question", async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText("Used by"), "!");
  await user.click(screen.getByRole("link", { name: "Back to the authtoken" }));
  expect(await screen.findByRole("dialog")).toBeDefined();
  expect(screen.queryByRole("heading", { name: "The list" })).toBeNull();
});

it("says that an authtoken is unknown, or that it was deleted, without losing what was typed", async () => {
  const { user, client, unmount } = open();
  const name = await screen.findByLabelText<HTMLInputElement>("Used by");
  await user.type(name, "!");
  await request({ method: "DELETE", path: `/credentials/${id}` });
  await client.invalidateQueries();
  expect(await screen.findByText(/^It was deleted\./)).toBeDefined();
  expect(name.value).toBe("Shop floor!");
  unmount();
  id = "cr_nothing";
  open();
  await waitFor(() => expect(screen.getByRole("heading", { name: "No such authtoken" })).toBeDefined());
});

// Cause: the last rule of an authtoken was removed and saved without a word, while narrower rules are asked about. Law: what lets agents
// serve anything is asked first.
it("asks before it saves without rules", async () => {
  const before = await get();
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Remove rule 1" }));
  await user.click(save());
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Save “Shop floor” without rules?")).toBeDefined();
  expect(
    dialog.getByText("Agents with this authtoken can then serve any domain, address and label."),
  ).toBeDefined();
  expect(await get()).toEqual(before);
  await user.click(dialog.getByRole("button", { name: "Save without rules" }));
  await screen.findByText("Authtoken “Shop floor” saved");
  expect((await get()).acl).toEqual([]);
});

// Cause: rules that excluded an agent which was online were saved without a word. Law: what locks an agent out is asked first.
it("asks before it locks out an agent that is online, and saves nothing until then", async () => {
  const client = createQueryClient();
  const at = { started_at: "2026-11-22T10:00:00Z", metadata: "ams-scan-01" };
  const sessions = [{ ...at, id: "ts_1", credential: { id, uri: "" } }];
  const served = [
    {
      ...at,
      id: "tn_1",
      tunnel_session: { id: "ts_1", uri: "" },
      public_url: "https://app.shop.example.com",
    },
  ];
  client.setQueryDefaults(tunnelSessions.query.queryKey, { staleTime: Infinity });
  client.setQueryDefaults(tunnels.query.queryKey, { staleTime: Infinity });
  client.setQueryData(tunnelSessions.query.queryKey, sessions as never);
  client.setQueryData(tunnels.query.queryKey, served);
  const { user } = open(client);
  const rule = await screen.findByLabelText<HTMLInputElement>("Can serve 1");
  const sent = patches();
  await user.clear(rule);
  await user.type(rule, "bind:api.shop.example.com");
  await user.click(save());
  const question = within(await screen.findByRole("dialog", { name: "Lock out 1 online agent?" }));
  question.getByText(/don’t allow what it serves: .*\(app\.shop\.example\.com\)\. It stays online until/);
  await user.click(question.getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);
  expect(rule.value).toBe("bind:api.shop.example.com");
  await user.click(save());
  await user.click(await screen.findByRole("button", { name: "Save and lock out" }));
  await waitFor(() => expect(sent).toEqual([{ acl: ["bind:api.shop.example.com"] }]));
});

// Cause: agents or tunnels that were not read yet were taken for none. Law: what may lock out waits for what its question needs, and asks
// also where that can’t be read.
it("waits for what the agents serve, and asks where it can’t be read", async () => {
  const client = createQueryClient();
  const key = tunnels.query.queryKey;
  client.setQueryDefaults(key, { enabled: false });
  const { user } = open(client);
  await user.type(await screen.findByLabelText("Can serve 1"), "x");
  const sent = patches();
  const name = "Save the new rules?";
  await user.click(save());
  await waitFor(() => expect(save().getAttribute("aria-busy")).toBe("true"));
  expect(screen.queryByRole("dialog")).toBeNull();
  const question = within(await screen.findByRole("dialog", { name }));
  question.getByText("This may lock out online agents. What they serve could not be loaded.");
  await user.click(question.getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);
  await user.click(save());
  await waitFor(() => expect(save().getAttribute("aria-busy")).toBe("true"));
  client.setQueryData(key, []);
  await screen.findByText("Authtoken “Shop floor” saved");
  expect(screen.queryByRole("dialog")).toBeNull();
});
