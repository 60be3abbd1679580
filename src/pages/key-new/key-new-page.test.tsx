import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { ApiKey, ApiKeyList } from "#contract/api-key.ts";
import { addMember } from "#service/testing/test-member.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { reloadIsAsked } from "#testing/reload-asked.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { Component as KeysPage } from "../keys/keys-page.tsx";
import { Component } from "./key-new-page.tsx";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(forgetConnection);
beforeEach(() => connect(service.origin));

function connect(origin: string) {
  const connection = { baseUrl: `${origin}/api`, key: service.key, versionHeader: "Service-Version" };
  setConnection(connection, { remember: false });
}

async function open() {
  const view = renderInApp(null, {
    path: href.keys(),
    routes: [{ path: paths.keys, Component: KeysPage, children: [{ path: paths.keyNew, Component }] }],
  });
  await view.user.click(await screen.findByRole("link", { name: "Create key" }));
  return view;
}

async function create(description: string) {
  const view = await open();
  await view.user.type(await screen.findByLabelText("Used by"), description);
  await view.user.click(screen.getByRole("button", { name: "Create key" }));
  const token = (await screen.findByLabelText("Token")).textContent ?? "";
  // The dialog before it has let go of the pointer.
  await waitFor(() => expect(screen.getByRole("dialog").style.pointerEvents).not.toBe("none"));
  return { ...view, token };
}

const named = async (description: string) => {
  const { keys } = await request({ method: "GET", path: "/api_keys", answer: ApiKeyList });
  return keys.filter((key) => key.description === description);
};
const done = () => screen.getByRole("button", { name: /^Done/ });

describe("the token's only sight", () => {
  // Cause: after a reload nothing said that a key was created, alive and with a token that nobody has. Law: what was created is not
  // lost sight of.
  it("is told of after a reload, with the way to delete the key, and never again the token", async () => {
    const { token, router, unmount } = await create("reloaded");
    const { pathname, search } = router.state.location;
    expect(pathname + search).not.toContain(token);
    unmount();
    const { user } = renderInApp(null, {
      path: pathname + search,
      routes: [{ path: paths.keyNew, Component }],
    });
    expect(document.body.textContent).not.toContain(token);
    // Cause: "delete the key" led to a page on which deleting had to be found. Law: words that name an act do it.
    await user.click(await screen.findByRole("button", { name: "delete the key" }));
    const question = within(await screen.findByRole("dialog", { name: "Delete key “reloaded”?" }));
    await user.click(question.getByRole("button", { name: "Delete key" }));
    await waitFor(async () => expect(await named("reloaded")).toEqual([]));
    await waitFor(() => expect(screen.queryByRole("button", { name: "delete the key" })).toBeNull());
  });

  // Cause: the end of the token had to be typed from where it was pasted, which nobody could do in a hurry.
  // Law: copying counts as having it; until then nothing closes the dialog by accident.
  it("is saved once it was copied; the token then works and is gone from the page", async () => {
    const { user, token, router } = await create("copied");
    expect(token).toMatch(/^gh2_/);
    expect(done().getAttribute("aria-disabled")).toBe("true");
    await user.click(done());
    expect(screen.getByLabelText("Token")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    expect(await screen.findByText("Copied. Save it where you need it.")).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(token);
    await user.click(done());
    await waitFor(() => expect(router.state.location.pathname).toBe(href.keys()));
    expect(document.body.textContent).not.toContain(token);
    const connection = { baseUrl: `${service.origin}/api`, key: token, versionHeader: "Service-Version" };
    await expect(request({ method: "GET", path: "/api_keys", connection })).resolves.toBeDefined();
  });

  // Cause: nothing said how CI uses a key, and a key without a name was named by its ID in a title that broke.
  // Law: the way from a key to its first request is on the page, without the token in the command.
  it("comes with a command that tries it, also without a name", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Create key" }));
    expect(await screen.findByRole("dialog", { name: "Copy the token of this key" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Copy the command" }));
    const command = await navigator.clipboard.readText();
    expect(command).toContain(`curl ${service.origin}/api/tunnel_sessions`);
    expect(command).toContain("$GATEHOUSE_API_KEY");
    expect(done().getAttribute("aria-disabled")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    await user.click(done());
  });

  // Cause: copying the command below replaced the token in the clipboard, and Done stayed allowed. Law: what was copied counts as
  // saved as long as it is what pasting gives.
  it("is not saved any more once the command was copied over it", async () => {
    const { user } = await create("replaced");
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    // A busy machine takes its time to copy.
    await waitFor(() => expect(done().getAttribute("aria-disabled")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Copy the command" }));
    expect(await screen.findByText(/^The token is no longer in your clipboard\./)).toBeDefined();
    expect(done().getAttribute("aria-disabled")).toBe("true");
    await user.keyboard("{Escape}");
    expect(screen.getByLabelText("Token")).toBeDefined();
    await user.click(screen.getAllByRole("button", { name: /^Cop(y token|ied)/ })[0]!);
    await waitFor(() => expect(done().getAttribute("aria-disabled")).toBeNull());
  });

  it("is saved once its user says so, and not any more when that is taken back", async () => {
    const { user, router } = await create("confirmed");
    const box = screen.getByRole("checkbox", { name: "I saved it" });
    // The dialog before it closes as it opens, and nothing can be clicked until then.
    await waitFor(() => user.click(box));
    expect(done().getAttribute("aria-disabled")).toBeNull();
    await user.click(box);
    await user.keyboard("{Escape}");
    expect(screen.getByLabelText("Token")).toBeDefined();
    await user.click(box);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(router.state.location.pathname).toBe(href.keys()));
  });

  it("is saved once all of it was copied by hand, not a part of it", async () => {
    const { token } = await create("by hand");
    const shown = screen.getByLabelText("Token");
    const select = (end: number) => {
      getSelection()?.setBaseAndExtent(shown.firstChild ?? shown, 0, shown.firstChild ?? shown, end);
      fireEvent.copy(shown);
    };
    select(token.length - 1);
    expect(done().getAttribute("aria-disabled")).toBe("true");
    select(token.length);
    expect(done().getAttribute("aria-disabled")).toBeNull();
  });

  it("is not saved when the browser refused to copy it", async () => {
    const { user } = await create("refused");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("refused"));
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    expect((await screen.findAllByText("Copy failed")).length).toBeGreaterThan(0);
    expect(screen.getByText("Copy failed. Select the token and copy it.")).toBeDefined();
    expect(done().getAttribute("aria-disabled")).toBe("true");
  });

  it("stays through Escape, a click beside it, the back button, a link and closing the tab", async () => {
    const { user, router } = await create("stays");
    await user.keyboard("{Escape}");
    fireEvent.pointerDown(document.body);
    await router.navigate(-1);
    await router.navigate(href.sessions());
    expect(screen.getByLabelText("Token")).toBeDefined();
    expect(router.state.location.pathname).toBe(href.keyNew());
    expect(await screen.findByText(/Leaving now would lose the token/)).toBeDefined();
    expect(reloadIsAsked()).toBe(true);
    // Cause: "Leaving now would lose the token" stayed after it was copied. Law: a warning goes with what it warns of.
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    await waitFor(() => expect(screen.queryByText(/Leaving now would lose/)).toBeNull());
    await router.navigate(href.sessions());
    expect(router.state.location.pathname).toBe(href.sessions());
  });

  it("keeps the token out of storage, URL, history and every cache", async () => {
    const { token, client, router } = await create("nowhere");
    const caches = JSON.stringify([
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    ]);
    const places = [
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      JSON.stringify([router.state.location, window.location.href, window.history.state]),
      document.cookie,
      document.title,
    ];
    expect(caches).not.toContain(token);
    for (const place of places) expect(place).not.toContain(token);
  });

  it("deletes the key when its token was lost, after asking once more", async () => {
    const { user, router } = await create("lost");
    await user.click(screen.getByRole("button", { name: "Delete key…" }));
    expect(await named("lost")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Delete key" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(href.keys()));
    expect(await named("lost")).toEqual([]);
  });
});

describe("making a key", () => {
  it("counts bytes and refuses too many at the field, before anything is sent", async () => {
    const { user } = await open();
    const description = await screen.findByLabelText("Used by");
    await user.click(description);
    await user.paste("ä".repeat(128));
    expect(screen.getByText("256 of 255 bytes")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Create key" }));
    expect(await screen.findByText("Too long: 256 of 255 bytes.")).toBeDefined();
    expect(document.activeElement).toBe(description);
  });

  // Cause: nothing said what a key can do, and a bot as its owner looked like a lesser key. Law: a power is said where it is given.
  it("says what any key can do, and what only an admin’s can", async () => {
    const { user } = await open();
    const dialog = await screen.findByRole("dialog", { name: "New key" });
    const said = document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent;
    expect(said).toContain(
      "delete everything in the account, including other people’s keys. Only an admin’s key",
    );
    // Cause: that an owner left empty is an admin was not said. Law: as above.
    expect(await screen.findByText("You, an admin")).toBeDefined();
    await user.click(screen.getByRole("combobox", { name: /^Owner/ }));
    // Cause: of several owners none was said to be an admin. Law: as above.
    expect(await screen.findByRole("option", { name: /^You.* · Admin · usr_/ })).toBeDefined();
    expect(screen.queryByText(/Only admins can choose someone else/)).toBeNull();
  });

  // Cause: an owner whose name was typed whole, as the list shows it, was refused as no ID, then shown by the ID. Law: people
  // choose people by name.
  it("takes the name of a known owner for its ID", async () => {
    const { token, userId } = await addMember(service.db);
    const member = { baseUrl: `${service.origin}/api`, key: token, versionHeader: "Service-Version" };
    setConnection(member, { remember: false });
    await request({ method: "POST", path: "/credentials", body: {} });
    connect(service.origin);
    const { user } = await open();
    await user.type(await screen.findByLabelText("Used by"), "the bot’s");
    const owner = screen.getByRole<HTMLInputElement>("combobox", { name: /^Owner/ });
    await user.click(owner);
    expect(await screen.findByRole("option", { name: /^bot ?1 key, 1 authtoken · usr_/ })).toBeDefined();
    await user.type(owner, "Bot");
    await user.tab();
    expect(owner.value).toBe("bot");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    await screen.findByRole("dialog", { name: /^Copy the token/ });
    expect(await named("the bot’s")).toMatchObject([{ owner_id: userId }]);
  });

  // Cause: a name that nobody has was told the prefix of an ID alone, under a placeholder that asks for a name; then as two messages in one.
  // Law: an error says once what to do, as all pickers do, with an example.
  it("says of a name that nobody has what to choose or enter", async () => {
    const { user } = await open();
    const owner = await screen.findByRole("combobox", { name: /^Owner/ });
    await user.type(owner, "ci-bot");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    const said = await screen.findByText(
      /^No owner is called “ci-bot”\. Choose one, or enter an ID that starts with usr_\. Example: usr_\w{27}$/,
    );
    expect(owner.getAttribute("aria-describedby")).toContain(said.closest("[id]")?.id);
  });

  it("shows the refusal of an owner at its field, and keeps what was typed", async () => {
    const { token } = await addMember(service.db);
    const connection = { baseUrl: `${service.origin}/api`, key: token, versionHeader: "Service-Version" };
    setConnection(connection, { remember: false });
    const { user } = await open();
    await user.type(await screen.findByLabelText("Used by"), "theirs");
    const owner = screen.getByRole<HTMLInputElement>("combobox", { name: /^Owner/ });
    await user.type(owner, "usr_000000000000000000000000000");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    expect(await screen.findByText(/^Only admins can choose another owner\./)).toBeDefined();
    expect(document.activeElement).toBe(owner);
    expect(owner.getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByText("Could not create the key")).toBeNull();
    expect(await named("theirs")).toEqual([]);
  });

  it("says after a cut connection that the key may exist, when that can’t be found out, and keeps what was typed", async () => {
    let posted = false;
    const fault = await startFaultServer((asked, response) => {
      posted ||= asked.method === "POST";
      if (posted) response.destroy();
      else response.writeHead(200, { "content-type": "application/json" }).end('{"keys":[],"uri":""}');
    });
    connect(fault.origin);
    const { user } = await open();
    const description = await screen.findByLabelText<HTMLInputElement>("Used by");
    await user.type(description, "CI deploys");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(
      await dialog.findByText(/^The key may exist\. We check once the service answers\.$/),
    ).toBeDefined();
    expect(description.value).toBe("CI deploys");
    expect(fault.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
    await fault.close();
  });

  // Cause: while the POST was under way the guard offered "Discard changes", and the key was made unseen.
  // Law: a token is shown once; so nothing leaves until the answer that holds it came.
  it("has no way out while the key is being made, then shows its token", async () => {
    let answer = () => {};
    const made = {
      id: "ak_1",
      uri: "",
      description: "slow",
      created_at: "2026-11-21T00:00:00Z",
      token: "gh2_slow_token",
    };
    const fault = await startFaultServer((asked, response) => {
      if (asked.method === "POST") answer = () => json(201, made)(asked, response);
      else json(200, { keys: [], uri: "", next_page_uri: null })(asked, response);
    });
    connect(fault.origin);
    const { user, router } = await open();
    await user.type(await screen.findByLabelText("Used by"), "slow");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    await waitFor(() => expect(fault.seen.some(({ method }) => method === "POST")).toBe(true));
    expect(screen.queryByText(/If you leave now/, { selector: "[role=status] *" })).toBeNull();
    await user.keyboard("{Escape}");
    expect(await screen.findByText(/If you leave now/, { selector: "[role=status] *" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: /^Cancel/ }));
    fireEvent.pointerDown(document.body);
    await router.navigate(-1);
    await router.navigate(href.sessions());
    expect(router.state.location.pathname).toBe(href.keyNew());
    expect(screen.queryByRole("button", { name: "Discard changes" })).toBeNull();
    expect(reloadIsAsked()).toBe(true);
    answer();
    expect((await screen.findByLabelText("Token")).textContent).toBe("gh2_slow_token");
    expect(router.state.location.pathname).toBe(href.keyNew());
    await fault.close();
  });

  it("asks before a half-written key is dropped", async () => {
    const { user, router } = await open();
    await user.type(await screen.findByLabelText("Used by"), "half");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    expect(screen.getByLabelText<HTMLInputElement>("Used by").value).toBe("half");
    await user.clear(screen.getByLabelText("Used by"));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(href.keys()));
  });
});

// Cause: the list called a key without a description by its ID, twice in a row, and later told twice when it was created. Law:
// a list shows what tells things apart, once.
it("a key without a name is listed with when it was created, once", async () => {
  const { id } = await request({ method: "POST", path: "/api_keys", body: {}, answer: ApiKey });
  renderInApp(<KeysPage />);
  const links = await screen.findAllByRole("link", { name: "No name" });
  const link = links.find((one) => one.getAttribute("href") === href.key(id));
  expect(link?.closest("tr")?.querySelectorAll("time")).toHaveLength(1);
});
