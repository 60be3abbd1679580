import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import type { AppConfig } from "#contract/app-config.ts";
import { forgetConnection } from "#api/connection.ts";
import { HttpsEdge } from "#contract/edge.ts";
import { Oauth } from "#contract/modules/oauth.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { ModulePage } from "../editor/module-page.tsx";

let service: TestService;
let owner: Awaited<ReturnType<typeof freshRoute>>["owner"];
let path: string;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(forgetConnection);
beforeEach(async () => {
  const route = await freshRoute(service);
  owner = route.owner;
  path = `${route.path}/oauth`;
});

const put = (body: unknown) => request({ method: "PUT", path, body, answer: Oauth });
const provider = async () => {
  const { provider } = await request({ method: "GET", path, answer: Oauth });
  return Object.fromEntries(Object.entries(provider).filter(([, member]) => member !== null));
};
/** `config` = what /config.json says. */
async function open(config: Partial<AppConfig> = {}) {
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, ...config });
  const view = renderInApp(
    <ModulePage
      owner={owner}
      wire="oauth"
      place="app.example.com/dispatch"
      ownerName="route"
      ownerHref="/edges"
      crumbs={[]}
      absent={null}
    />,
    { client },
  );
  await screen.findByRole("radio", { name: "GitHub" });
  return view;
}
const pick = (name: string) => screen.getByRole("radio", { name });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: "input" });
const save = () => screen.getByRole("button", { name: /^Save/ });
const saved = () => screen.findByText(/ saved on /, { selector: "output span" });

describe("the editor of oauth", () => {
  it("keeps what was typed for another provider, and saves exactly one", async () => {
    const { user } = await open();
    await user.click(pick("GitHub"));
    await user.type(field("Teams"), "acme/ops{Enter}");
    // Cause: "Switching keeps what you typed" over the fields of the other provider, empty. Law: a hint is true of what is seen.
    expect(screen.getByText("Where visitors sign in. Switching back restores what you typed.")).toBeDefined();
    await user.click(pick("Google"));
    expect(screen.queryByLabelText("Teams")).toBeNull();
    await user.type(field("Email domains"), "example.com{Enter}");
    await user.click(pick("GitHub"));
    expect(screen.getByRole("button", { name: "acme/ops" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "example.com" })).toBeNull();
    await user.click(pick("Google"));
    expect(screen.getByRole("button", { name: "example.com" })).toBeDefined();
    await user.click(save());
    await saved();
    expect(await provider()).toEqual({
      google: { client_id: null, scopes: [], email_addresses: [], email_domains: ["example.com"] },
    });
  });

  // Cause: two people's providers were merged member by member, so both were sent and refused for ever. Law: one conflict,
  // and what is saved is one whole provider (protocol-facts.md#oauth, 7036).
  it("asks once when somebody else chose another provider, and saves the chosen one", async () => {
    await put({ provider: { github: { teams: ["acme/ops"] } } });
    const { user } = await open();
    await user.type(field("Teams"), "acme/dev{Enter}");
    const theirs = { google: { email_domains: ["example.com"] } };
    await put({ provider: theirs });
    await user.click(save());
    const dialog = within(await screen.findByRole("dialog", { name: /changed while you edited/ }));
    expect(dialog.getByText("1 conflict")).toBeDefined();
    const choice = within(dialog.getByRole("group", { name: "Provider" }));
    expect(choice.getByLabelText(/Google, managed app; 1 email domain/)).toBeDefined();
    expect(choice.getByLabelText<HTMLInputElement>(/GitHub, managed app; 2 teams/).checked).toBe(true);
    await user.click(dialog.getByRole("button", { name: "Save merged" }));
    await saved();
    expect(await provider()).toMatchObject({ github: { teams: ["acme/ops", "acme/dev"] } });
    expect(Object.keys(await provider())).toEqual(["github"]);
  });

  it("asks for a provider, then for both halves of an own app, and puts the focus there", async () => {
    const { user } = await open();
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(pick("GitHub")));
    expect(screen.getByText("Required. Choose a provider.")).toBeDefined();
    await user.click(pick("Amazon"));
    expect(screen.queryByText("Required. Choose a provider.")).toBeNull();
    await user.type(field("Client ID"), "Iv1");
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(field("Client secret")));
    await user.type(field("Client secret"), "s3cret");
    await user.click(save());
    await saved();
    expect(await provider()).toMatchObject({ amazon: { client_id: "Iv1" } });
  });

  // Cause: a fault of a field that came with the choice was kept at "Provider", whose own check alone could drop it. Law: a
  // fault stands at the field that it names, and goes once that is filled.
  it("drops a fault with what it named, on the form and in the bar", async () => {
    const { user } = await open({
      baseUrl: `${service.origin}/api`,
      edge: { unapplied: [], managedApps: [] },
    });
    await user.click(save());
    expect(await screen.findByText("1 field to fix: Provider")).toBeDefined();
    await user.click(pick("GitHub"));
    await waitFor(() => expect(screen.queryByText(/field to fix/)).toBeNull());
    expect(screen.queryByText(/^Required/)).toBeNull();
    await user.click(save());
    // Cause: of an own app only the ID was asked for, and its secret at the next save. Law: all that is missing is named at once.
    expect((await screen.findByText(/fields? to fix/)).textContent).toBe(
      "2 fields to fix: Client ID, Client secret",
    );
    await waitFor(() => expect(document.activeElement).toBe(field("Client ID")));
    expect(screen.getByText("Required. Enter the client secret of your app.")).toBeDefined();
    expect(screen.getByText("Required. Enter the client ID of your app.")).toBeDefined();
    await user.type(field("Client ID"), "I");
    await user.type(field("Client secret"), "s");
    await waitFor(() => expect(screen.queryByText(/fields? to fix/)).toBeNull());
    expect(screen.queryByText(/^Required/)).toBeNull();
    // Cause: "…, or remove its client ID" was said where there is no managed app to go back to. Law: what to do can be done.
    await user.clear(field("Client secret"));
    await user.click(save());
    expect((await screen.findByText(/^Required/)).textContent).toBe(
      "Required. Enter the client secret of your app.",
    );
  });

  // Cause: the save bar named "Provider" for an entry of "Email domains". Law: a fault carries the label of its own field.
  it("names the list whose entry is at fault", async () => {
    const { user } = await open();
    await user.click(pick("GitHub"));
    await user.type(field("Email domains"), "not_a_domain{Enter}");
    await user.click(save());
    expect(await screen.findByText("1 field to fix: Email domains")).toBeDefined();
    // Cause: the focus went to a button beside the entry. Law: what is wrong is open to be mended.
    await waitFor(() => expect(document.activeElement).toHaveProperty("value", "not_a_domain"));
    // Cause: faults got the focus in the order in which their fields came to the page. Law: what is refused is mended from the top.
    await user.click(screen.getByRole("radio", { name: "Own app" }));
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(field("Client ID")));
  });

  it("keeps the stored secret unseen, wants another with another client, and drops both for the managed app", async () => {
    await put({ provider: { gitlab: { client_id: "Iv1", client_secret: "s3cret", scopes: ["read_user"] } } });
    const { user, container } = await open();
    expect(container.innerHTML).not.toContain("s3cret");
    await user.type(field("Client ID"), "2");
    expect(screen.getByText(/The stored secret belongs to Iv1/)).toBeDefined();
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(pick("Keep")));
    await user.click(screen.getByRole("radio", { name: "Managed app" }));
    expect(screen.queryByLabelText("Client ID")).toBeNull();
    const changes = within(screen.getByRole("region", { name: "Your changes" }));
    expect(changes.getAllByText(/not set/)).not.toHaveLength(0);
    await user.click(screen.getByRole("radio", { name: "Own app" }));
    expect(field("Client ID").value).toBe("Iv12");
    await user.click(screen.getByRole("radio", { name: "Managed app" }));
    await user.click(save());
    await saved();
    expect(await provider()).toEqual({
      gitlab: { client_id: null, scopes: [], email_addresses: [], email_domains: [] },
    });
  });

  // Cause: that another provider drops the client and its secret was told in the diff, or after the save. Law: a choice says at
  // once what goes with it and what must be entered again; the old one chosen again brings all of it back.
  it("says at the choice what a save removes, and brings it back with the old provider", async () => {
    await put({
      provider: { gitlab: { client_id: "Iv1", client_secret: "s3cret", email_domains: ["a.example"] } },
    });
    const { user } = await open();
    const goes = () => screen.queryByText(/^Saving removes what is set for/)?.textContent;
    expect(goes()).toBeUndefined();
    await user.click(pick("GitHub"));
    expect(goes()).toBe(
      "Saving removes what is set for GitLab: client ID, client secret, email domains. Choose GitLab again to keep it. Once saved, the way back needs the client secret again.",
    );
    await user.click(pick("GitLab"));
    expect(goes()).toBeUndefined();
    expect(pick("Keep")).toHaveProperty("checked", true);
    await user.click(pick("Managed app"));
    expect(goes()).toMatch(
      /^Saving removes what is set for your own app: client ID, client secret\. Choose Own app/,
    );
    await user.click(pick("Own app"));
    expect(goes()).toBeUndefined();
    expect(pick("Keep")).toHaveProperty("checked", true);
    expect(save().getAttribute("aria-disabled")).toBe("true");
  });

  it("offers a secret's input, not Keep, where the stored app is the managed one", async () => {
    await put({ provider: { google: { email_domains: ["example.com"] } } });
    const baseUrl = `${service.origin}/api`;
    const hostports = ["login.example:443"];
    await request({
      method: "PATCH",
      path: `/edges/https/${owner.edgeId}`,
      body: { hostports },
      answer: HttpsEdge,
    });
    const edge = { unapplied: [], listens: ["http" as const], httpPort: 4280 };
    const { user } = await open({ baseUrl, callbackPath: "/oauth2/callback", edge });
    await user.click(screen.getByRole("radio", { name: "Own app" }));
    expect(screen.queryByRole("radio", { name: "Keep" })).toBeNull();
    expect(field("Client secret").value).toBe("");
    // Cause: the callback over http has a port of its own, which no page named. Law: what a provider is asked for is there to be copied.
    for (const url of [
      "https://login.example/oauth2/callback",
      "http://login.example:4280/oauth2/callback",
    ]) {
      await user.click(await screen.findByRole("button", { name: `Copy ${url}` }));
      expect(await navigator.clipboard.readText()).toBe(url);
    }
    const onlyOne = () => screen.getByText(/If it takes only one/).textContent?.split(" If ")[1];
    expect(onlyOne()).toBe(
      "it takes only one, register the https:// URL. Sign-in over http:// then fails. Over http:// a sign-in is not encrypted.",
    );
  });

  // Cause: of an edge with two hosts "the https:// URL" was two, and nobody said what comes of registering one. Law: what to choose is
  // said so that it can be, with its consequence.
  it("says which callback URL of several hosts to register where only one can be", async () => {
    const { user } = await open({ baseUrl: `${service.origin}/api`, callbackPath: "/oauth2/callback" });
    await request({
      method: "PATCH",
      path: `/edges/https/${owner.edgeId}`,
      body: { hostports: ["one.example:443", "www.one.example:443"] },
      answer: HttpsEdge,
    });
    await user.click(pick("Amazon"));
    const text =
      /register the https:\/\/ URL that visitors use\. Sign-in at the other addresses then fails\.$/;
    expect(await screen.findByText(text)).toBeDefined();
  });

  // Cause: https://*.login.example/… was to be registered, which most providers refuse. Law: what a page advises can be done.
  it("says that the callback URL of a wildcard address stands for one of each subdomain", async () => {
    const { user } = await open({ baseUrl: `${service.origin}/api`, callbackPath: "/oauth2/callback" });
    await request({
      method: "PATCH",
      path: `/edges/https/${owner.edgeId}`,
      body: { hostports: ["*.login.example:443"] },
      answer: HttpsEdge,
    });
    await user.click(pick("Amazon"));
    expect(await screen.findByText(/Register the URL of each subdomain instead\./)).toBeDefined();
  });

  it("says that an edge without addresses has no callback URL yet", async () => {
    const { user } = await open({ baseUrl: `${service.origin}/api`, callbackPath: "/oauth2/callback" });
    await user.click(pick("Amazon"));
    expect(await screen.findByText("Add an address to the edge to see it.")).toBeDefined();
  });

  // Cause: the callback URL was guessed from the address of the API, wrongly behind --upstream. Law: a fact is said where it
  // is known, else how to find it.
  it("says how to find the callback URL of a service that does not say it", async () => {
    await put({ provider: { google: { email_domains: ["example.com"] } } });
    const { user } = await open({ callbackPath: "/oauth2/callback" });
    await user.click(screen.getByRole("radio", { name: "Own app" }));
    expect(screen.getByText(/has it as redirect_uri/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Copy callback URL" })).toBeNull();
  });

  // Cause: a login that the edge can't apply closed the address behind "visitors must sign in" and a green On, and offered a
  // callback URL that answers 404. Law: what closes an address says so before and after the save.
  it("says before and after the save that it closes the address where it can't be applied", async () => {
    const edge = { unapplied: ["oauth"] };
    const callbackPath = "/oauth2/callback";
    const { user } = await open({ baseUrl: `${service.origin}/api`, callbackPath, edge });
    expect(
      screen.getByText("Gatehouse can’t apply OAuth here. While it is on, nobody gets in."),
    ).toBeDefined();
    await user.click(pick("GitHub"));
    await user.click(screen.getByRole("radio", { name: "Own app" }));
    expect(screen.queryByText("Callback URL")).toBeNull();
    await user.click(screen.getByRole("radio", { name: "Managed app" }));
    await user.click(screen.getByRole("button", { name: "Save and take offline" }));
    expect(
      await screen.findByText(/ saved on .*, closed to everyone now/, { selector: "output span" }),
    ).toBeDefined();
    expect(screen.getByText("Closed")).toBeDefined();
    expect(screen.getByText("On: closed to everyone")).toBeDefined();
  });

  // Cause: that anyone can sign in was said twice on the page. Law: say a fact once; the lint does.
  it("says what it assumes of several lists, and leaves none at all to the lint", async () => {
    const { user } = await open();
    await user.click(pick("Twitch"));
    expect(screen.queryByText(/Anyone with a/)).toBeNull();
    await user.type(field("Email domains"), "example.com{Enter}");
    await user.type(field("Email addresses"), "ana@b.example{Enter}");
    expect(screen.getByText(/Users who match any of these lists can sign in/)).toBeDefined();
  });
});
