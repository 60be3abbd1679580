import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { isKeyInUse } from "#resources/api-keys.ts";
import { request } from "#api/client.ts";
import { setConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { ApiKey, ApiKeyList } from "#contract/api-key.ts";
import type { Event } from "#contract/event.ts";
import type { WhoAmI } from "#contract/whoami.ts";
import { shortenId } from "#ui/format.ts";
import { addMember } from "#service/testing/test-member.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./key-page.tsx";

const service = connectedService();
let id: string;

beforeEach(async () => {
  const body = { description: "ci", metadata: '{"team":"ops"}' };
  ({ id } = await request({ method: "POST", path: "/api_keys", body, answer: ApiKey }));
});

const get = () => request({ method: "GET", path: `/api_keys/${id}`, answer: ApiKey });
const ownId = async () => {
  const { keys } = await request({ method: "GET", path: "/api_keys", answer: ApiKeyList });
  return keys.find((key) => isKeyInUse(key.id))?.id ?? "none";
};

function open() {
  return renderInApp(null, {
    path: href.key(id),
    routes: [
      { path: paths.key, Component },
      { path: paths.keys, element: <h1>The list</h1> },
    ],
  });
}

describe("a key's page", () => {
  // Cause: a bot's key looked like a lesser one. Law: a power is said where it is held.
  // Cause: the page of a member's key said the same as an admin's, though the service refuses some of it. Law: as above.
  it("says what the key can do, and what only an admin’s can", async () => {
    const access = async (text: string) =>
      waitFor(() => expect(screen.getByText("Access").nextElementSibling?.textContent).toBe(text));
    const { unmount } = open();
    await access("Everything in the account (admin)");
    unmount();
    const { userId } = await addMember(service.db);
    ({ id } = await request({
      method: "POST",
      path: "/api_keys",
      body: { owner_id: userId },
      answer: ApiKey,
    }));
    open();
    await access("Everything in the account, except creating keys and authtokens for others");
  });

  // Cause: the toast of a key that lost its name named nothing. Law: messages name what was done to.
  it("names a key without a name by its ID when it is saved", async () => {
    const { user } = open();
    await user.clear(await screen.findByLabelText("Used by"));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(`Key ${shortenId(id)} saved`, { selector: "output span" })).toBeDefined();
  });

  // Cause: the owner stood there as an ID, while Activity knows the name. Law: things are called by their names.
  it("calls the owner by name, where the event log knows it", async () => {
    open();
    const { principal } =
      (await request<{ events: Event[] }>({ method: "GET", path: "/events" })).events[0] ?? {};
    const name = await screen.findByRole("link", { name: principal?.subject ?? "none" });
    expect(principal?.subject).toBeTruthy();
    expect(name.getAttribute("href")).toBe(href.activity(`?principal=${principal?.id}`));
    expect(name.parentElement?.textContent).toContain(principal?.id.slice(-4));
  });

  // Cause: in a new account, whose log is empty, the owner was an ID, while the service knows whose key it is asked with.
  // Law: things are called by their names.
  it("calls the owner by name where only the key in use tells it", async () => {
    await service.db.deleteFrom("events").execute();
    const { principal } = await request<WhoAmI>({ method: "GET", path: "/whoami" });
    open();
    expect(await screen.findByRole("link", { name: principal.subject ?? "none" })).toBeDefined();
  });

  // Cause: a key of the service's file was deleted, and an admin key that nobody had asked for was there. Law: what a deletion brings
  // with it is said before.
  it("says which key is in admin.key, and that it is replaced once it is deleted", async () => {
    const { admin_key_id } = await request<WhoAmI>({ method: "GET", path: "/whoami" });
    id = admin_key_id ?? "";
    const { user } = open();
    expect((await screen.findByText("admin.key")).parentElement?.textContent).toBe(
      "In the service’s file admin.key",
    );
    await user.click(screen.getByRole("button", { name: "Delete key…" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("admin.key").parentElement?.textContent).toMatch(
      /creates a new admin key at once/,
    );
  });

  it("sends only what was changed, keeps the rest that changed elsewhere, and undoes", async () => {
    const { user } = open();
    const name = await screen.findByLabelText<HTMLInputElement>("Used by");
    await user.type(name, "-2");
    await request({ method: "PATCH", path: `/api_keys/${id}`, body: { metadata: "theirs" } });
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Key “ci-2” saved. Kept changes from elsewhere: Optional notes");
    expect(await get()).toMatchObject({ description: "ci-2", metadata: "theirs" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("ci-2");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    // Cause: the toast named a key by the name it no longer had. Law: what was done is named as it is now.
    await screen.findByText("Undone: changes to key “ci”");
    expect(await get()).toMatchObject({ description: "ci", metadata: "theirs" });
  });

  // Cause: a description of megabytes stopped the page for a quarter of a minute. Law: its beginning is drawn, and it
  // stays whole until somebody writes another one.
  it("draws the beginning of a long description, which stays whole until another is written", async () => {
    const description = "word ".repeat(200_000);
    await service.db.updateTable("api_keys").set({ description }).where("id", "=", id).execute();
    const { user } = open();
    const name = await screen.findByLabelText<HTMLInputElement>("Used by");
    expect(name.value.length).toBeLessThan(1100);
    const { textContent: title } = screen.getByRole("heading", { level: 1 });
    expect(title).toMatch(/^word word .*… 1,000,000 characters, first 300 shown$/);
    expect(document.title.length).toBeLessThan(1100);
    await user.type(screen.getByLabelText("Optional notes"), "!");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Too long: 1,000,000 of 255 bytes.");
    expect((await get()).description === description).toBe(true);
    await user.clear(name);
    await user.type(name, "ci");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/^Key “.+” saved/);
    expect(await get()).toMatchObject({ description: "ci", metadata: '{"team":"ops"}!' });
  });

  // Cause: once a refresh found the key deleted, the page said so in place of the form and what was typed in it.
  // Law: edits are never lost: no error clears a form.
  it("keeps what was typed when the key is deleted elsewhere", async () => {
    const { user, client } = open();
    const name = await screen.findByLabelText<HTMLInputElement>("Used by");
    await user.type(name, "-2");
    await request({ method: "DELETE", path: `/api_keys/${id}` });
    await client.invalidateQueries();
    expect(await screen.findByText(/^It was deleted\./)).toBeDefined();
    expect(name.value).toBe("ci-2");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("heading", { name: "This key was deleted" })).toBeDefined();
  });

  // Cause: the form sent its text without reading again, and Undo sent the old text over whatever was there.
  // Law: every form reads again before it writes and checks three ways.
  it("asks about a field that both changed, and sends nothing before it was decided", async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText("Used by"), "-mine");
    await request({ method: "PATCH", path: `/api_keys/${id}`, body: { description: "theirs" } });
    await user.click(screen.getByRole("button", { name: "Save" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("The key was changed while you edited")).toBeDefined();
    expect(screen.queryByText(/It was changed elsewhere/)).toBeNull();
    expect(await get()).toMatchObject({ description: "theirs" });
    await user.click(dialog.getByLabelText(/^Yours/));
    await user.click(dialog.getByRole("button", { name: "Save merged" }));
    await screen.findByText(/^Key “.+” saved$/);
    expect(await get()).toMatchObject({ description: "ci-mine", metadata: '{"team":"ops"}' });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText(/^Undone: changes to key “.+”$/);
    expect(await get()).toMatchObject({ description: "theirs" });
  });

  // Cause and law as above.
  it("does not undo over somebody else's later change, and says so", async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText("Used by"), "-2");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/^Key “.+” saved$/);
    await request({ method: "PATCH", path: `/api_keys/${id}`, body: { description: "later" } });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText(/^Not undone: key “.+” changed again since$/);
    expect(await get()).toMatchObject({ description: "later" });
  });

  // Cause: deleting a key with unsaved changes asked whether to leave without saving, over a page that told of someone who
  // had deleted it. Law: after one's own deletion nothing is left to save: the page is left.
  it("is left without a question when it is deleted here with unsaved changes", async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText("Used by"), "-2");
    await user.click(screen.getByRole("button", { name: "Delete key…" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Delete key" }));
    expect(await screen.findByRole("heading", { name: "The list" })).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("deletes after saying that it can’t be undone", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Delete key…" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/You can’t undo this/)).toBeDefined();
    expect(dialog.queryByText(/This console uses this key/)).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Delete key" }));
    expect(await screen.findByRole("heading", { name: "The list" })).toBeDefined();
    await expect(get()).rejects.toMatchObject({ status: 404 });
  });

  // Cause: "Key saved · Undo" stood beside "Key deleted", and could only fail. Law: no message outlives what its action can do.
  it("takes the undo of a save along when it is deleted", async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText("Used by"), "-2");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Key “ci-2” saved");
    await user.click(screen.getByRole("button", { name: "Delete key…" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete key" }));
    await screen.findByText("Key “ci-2” deleted");
    expect(screen.queryByText("Key “ci-2” saved")).toBeNull();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("says that this console uses the key, and shows the refusal to delete the last one of an admin", async () => {
    await request({ method: "DELETE", path: `/api_keys/${id}` });
    id = await ownId();
    const others = await request({ method: "GET", path: "/api_keys", answer: ApiKeyList });
    for (const key of others.keys.filter((other) => other.id !== id)) {
      await request({ method: "DELETE", path: `/api_keys/${key.id}` });
    }
    const { user } = open();
    expect(await screen.findByText("this console")).toBeDefined();
    await user.click(await screen.findByRole("button", { name: "Delete key…" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/Deleting it signs you out/)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Delete key" }));
    expect(await dialog.findByText("Could not delete this key")).toBeDefined();
    expect(dialog.getByText("ERR_GATEHOUSE_9010")).toBeDefined();
    await expect(get()).resolves.toMatchObject({ id });
  });

  it("says that a key is unknown", async () => {
    id = `${id.slice(0, -4)}zzzz`;
    open();
    expect(await screen.findByRole("heading", { name: "No such key" })).toBeDefined();
  });
});

describe("isKeyInUse", () => {
  it("answers only for tokens that name their key", async () => {
    expect(isKeyInUse(await ownId())).toBe(true);
    expect(isKeyInUse(id)).toBe(false);
    setConnection({ baseUrl: "/api", key: "opaque", versionHeader: "Service-Version" }, { remember: false });
    expect(isKeyInUse(id)).toBeNull();
  });
});
