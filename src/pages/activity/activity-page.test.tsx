import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import type { Event } from "#contract/event.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./activity-page.tsx";
import { exportEvents, rowsOf } from "./export-events.ts";

const service = connectedService();
type Made = { id: string; [field: string]: unknown };
const call = (method: "GET" | "PATCH" | "POST" | "PUT", path: string, body?: object) =>
  request<Made>({ method, path, ...(body && { body }) });

let route: Made;
let at: string;
beforeEach(async () => {
  const edge = await call("POST", "/edges/https", { description: "shop" });
  route = await call("POST", `/edges/https/${edge.id}/routes`, { match_type: "path_prefix", match: "/" });
  at = `/edges/https/${edge.id}/routes/${route.id}`;
});

function open(search: string) {
  return renderInApp(null, {
    path: href.activity(search),
    routes: [
      { path: paths.activity, Component },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
  });
}

/** Opens the newest event of an object, and its way back. */
async function ask(id: string, way: "Revert…" | "Restore…") {
  const { user, unmount } = open(`?object_id=${id}`);
  const [newest] = await screen.findAllByRole("button", { name: /^Details of/ });
  await user.click(newest ?? document.body);
  await user.click(await screen.findByRole("button", { name: way }));
  return { user, unmount, dialog: await screen.findByRole("dialog") };
}

// Cause: a time that the service refuses left an error with no way out but the URL. Law: an error has its way out beside it.
it.each(["until=2026", "since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z"])(
  "?%s can be cleared",
  async (search) => {
    const { user, router } = open(`?${search}`);
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await screen.findAllByRole("button", { name: /^Details of/ });
    expect(router.state.location.search).toBe("");
  },
);

describe("the filter of an object", () => {
  const chip = (kind: string) => screen.findByRole("button", { name: `Remove filter ${kind}` });

  // Cause: a route's chip showed its whole id, and that of what was deleted too. Law: a chip says what it filters by name.
  it("names a route by its place", async () => {
    await call("PATCH", `/edges/https/${String(route["edge_id"])}`, { hostports: ["shop.example:443"] });
    open(`?object_id=${route.id}`);
    expect((await chip("Route")).parentElement?.textContent).toMatch(/^Route /);
    await vi.waitFor(async () =>
      expect((await chip("Route")).parentElement?.textContent).toBe("Route shop.example/"),
    );
  });

  it("names what was deleted as its events do", async () => {
    const policy = await call("POST", "/ip_policies", { description: "scanners" });
    await request({ method: "DELETE", path: `/ip_policies/${policy.id}` });
    open(`?object_id=${policy.id}`);
    await vi.waitFor(async () =>
      expect((await chip("IP policy")).parentElement?.textContent).toBe("IP policy scanners"),
    );
  });
});

describe("a change is taken back", () => {
  // Cause: what was created had no way back in its row, nor a word on why, and a route's match type was told as on the wire.
  // Law: each change has its way back or says where it is, in words.
  it("of what was created: by the page that deletes it", async () => {
    const { user } = open(`?object_id=${route.id}`);
    await user.click(await screen.findByRole("button", { name: /^Details of created/ }));
    const way = await screen.findByText(/^To undo, delete it:/);
    const link = await within(way).findByRole("link");
    expect(link.getAttribute("href")).toBe(href.route(String(route["edge_id"]), route.id));
    expect(screen.getByText("Path prefix")).toBeDefined();
    expect(screen.queryByText("path_prefix")).toBeNull();
  });

  it("of a text: shows from what to what, and writes only that field", async () => {
    const policy = await call("POST", "/ip_policies", { description: "office" });
    await call("PATCH", `/ip_policies/${policy.id}`, { description: "offices" });
    await call("PATCH", `/ip_policies/${policy.id}`, { metadata: "kept" });
    const { user } = open(`?object_id=${policy.id}`);
    const [, change] = await screen.findAllByRole("button", { name: /^Details of updated/ });
    await user.click(change ?? document.body);
    await user.click(await screen.findByRole("button", { name: "Revert…" }));
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("offices");
    await user.click(within(dialog).getByRole("button", { name: "Revert" }));
    await screen.findByText("Change of offices reverted");
    expect(await call("GET", `/ip_policies/${policy.id}`)).toMatchObject({
      description: "office",
      metadata: "kept",
    });
  });

  it("is refused once the same was changed again, and nothing is written", async () => {
    const policy = await call("POST", "/ip_policies", { description: "one" });
    await call("PATCH", `/ip_policies/${policy.id}`, { description: "two" });
    const { user, dialog } = await ask(policy.id, "Revert…");
    await within(dialog).findByText("two");
    await call("PATCH", `/ip_policies/${policy.id}`, { description: "three" });
    await user.click(within(dialog).getByRole("button", { name: "Revert" }));
    await within(dialog).findByText(/^Changed again since: Name\./);
    expect(within(dialog).getByRole("button", { name: "Revert" }).getAttribute("aria-disabled")).toBe("true");
    expect(await call("GET", `/ip_policies/${policy.id}`)).toMatchObject({ description: "three" });
  });

  it("of a module that was removed, and of one that was added", async () => {
    await call("PUT", `${at}/compression`, { enabled: false });
    await request({ method: "DELETE", path: `${at}/compression` });
    const removed = await ask(route.id, "Revert…");
    await within(removed.dialog).findByText("Compression");
    await removed.user.click(within(removed.dialog).getByRole("button", { name: "Revert" }));
    // Cause: "Change of app.example/ reverted" named no module. Law: a message names what was done, and to what.
    await screen.findByText("Compression added on /");
    expect(await call("GET", at)).toMatchObject({ compression: { enabled: false } });
    removed.unmount();
    // Cause: what it becomes had a minus before it, as what it was. Law: minus is what was, plus what will be.
    const { dialog } = await ask(route.id, "Revert…");
    const [off] = await within(dialog).findAllByText("not set");
    expect(off?.closest("div")?.textContent).toMatch(/^\+/);
  });

  // Cause: the revert of a change that had locked a route opened it with a blue button and no word. Law: what opens an address is asked
  // in numbers and can be undone, wherever it is done.
  it("that opens an address asks so in numbers, says what it did, and is undone", async () => {
    await call("PATCH", at.replace(/\/routes.*/, ""), { hostports: ["app.example:443"] });
    const { id } = await call("POST", "/ip_policies", {});
    const restriction = (enabled: boolean) => ({ enabled, ip_policy_ids: [id] });
    await call("PUT", `${at}/ip_restriction`, restriction(false));
    await call("PUT", `${at}/ip_restriction`, restriction(true));
    const { user, dialog } = await ask(route.id, "Revert…");
    await within(dialog).findByText("1 address becomes open to anyone");
    expect(within(dialog).getByText("app.example/")).toBeDefined();
    const isOn = async () => (await call("GET", `${at}/ip_restriction`))["enabled"];
    await user.click(within(dialog).getByRole("button", { name: "Revert and open to anyone" }));
    const said = await screen.findByText("Turned off IP restriction on app.example/");
    expect(await isOn()).toBe(false);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText(/^Revert of .*app\.example\/ undone$/);
    expect(await isOn()).toBe(true);
    expect(said.isConnected).toBe(false);
  });

  it("of a login that took the place of another, in which the route is open at no time", async () => {
    const oauth = (enabled: boolean) => ({ enabled, provider: { google: {} } });
    await call("PUT", `${at}/oauth`, oauth(true));
    const oidc = { issuer: "https://login.example", client_id: "id", client_secret: "s", scopes: ["openid"] };
    await call("PATCH", at, { oauth: oauth(false), oidc });
    const { user, dialog } = await ask(route.id, "Revert…");
    await within(dialog).findByText("OIDC");
    await user.click(within(dialog).getByRole("button", { name: "Revert" }));
    await screen.findByText(/reverted$/);
    expect(await call("GET", at)).toMatchObject({ oauth: { enabled: true }, oidc: null });
    const { events } = await request<{ events: Event[] }>({
      method: "GET",
      path: `/events?object_id=${route.id}`,
    });
    for (const { object } of events.slice(0, 3)) {
      const on = [object["oauth"], object["oidc"]].filter(
        (one) => one !== null && (one as { enabled?: boolean }).enabled !== false,
      );
      expect(on).toHaveLength(1);
    }
  });

  // Cause: an update without a visible difference was said to be of a secret, of modules without one too. Law: nothing is said that may
  // not have happened.
  it.each([
    [
      "oauth",
      "Nothing visible changed. Secrets aren’t logged.",
      { provider: { github: { client_id: "id", client_secret: "first", scopes: ["read:user"] } } },
    ],
    ["compression", "Saved again without changes", { enabled: true }],
  ])("has no way back where nothing visible changed, and says why: %s", async (kind, said, body) => {
    await call("PUT", `${at}/${kind}`, body);
    await call("PUT", `${at}/${kind}`, body);
    const { dialog } = await ask(route.id, "Revert…");
    expect(screen.getByText(said)).toBeDefined();
    await within(dialog).findByText(/^Nothing (visible )?changed/);
    expect(within(dialog).getByRole("button", { name: "Revert" }).getAttribute("aria-disabled")).toBe("true");
  });

  it("says that nothing changed of an object that was saved as it was", async () => {
    const policy = await call("POST", "/ip_policies", { description: "office" });
    await call("PATCH", `/ip_policies/${policy.id}`, { description: "office" });
    const { user } = open(`?object_id=${policy.id}`);
    await user.click(await screen.findByRole("button", { name: /^Details of updated/ }));
    expect(await screen.findByText("Saved again without changes")).toBeDefined();
  });
});

describe("what was deleted is restored", () => {
  it("a policy with the rules that went with it, not one that was deleted before", async () => {
    const { id } = await call("POST", "/ip_policies", { description: "scanners" });
    const rule = (cidr: string, action: string) =>
      call("POST", "/ip_policy_rules", { ip_policy_id: id, cidr, action });
    await rule("203.0.113.0/24", "deny");
    await rule("198.51.100.0/24", "allow");
    await request({ method: "DELETE", path: `/ip_policies/${id}` });
    const { user, dialog } = await ask(id, "Restore…");
    await within(dialog).findByText(/with 2 rules and new IDs/);
    await user.click(within(dialog).getByRole("button", { name: "Restore" }));
    await screen.findByText(/IP policy “scanners” restored with 2 rules/);
    const { ip_policies: all } = await request<{ ip_policies: Made[] }>({
      method: "GET",
      path: "/ip_policies",
    });
    const made = all.find(({ description }) => description === "scanners");
    const { ip_policy_rules: rules } = await request<{ ip_policy_rules: (Made & { ip_policy: Made })[] }>({
      method: "GET",
      path: "/ip_policy_rules",
    });
    const those = rules.filter(({ ip_policy: of }) => of.id === made?.id);
    expect(those.map(({ cidr, action }) => `${String(action)} ${String(cidr)}`).toSorted()).toEqual([
      "allow 198.51.100.0/24",
      "deny 203.0.113.0/24",
    ]);
  });

  // Cause: what was restored, or created again by hand, was restored once more. Law: nothing is there twice unasked.
  it("and the dialog says so when the same is there already", async () => {
    const body = { description: "storefront", metadata: "since May" };
    const { id } = await call("POST", "/ip_policies", body);
    await request({ method: "DELETE", path: `/ip_policies/${id}` });
    await call("POST", "/ip_policies", { ...body, metadata: "since June" });
    const first = await ask(id, "Restore…");
    await within(first.dialog).findByText(/^It is created again with a new ID/);
    expect(first.dialog.textContent).not.toContain("already exists");
    first.unmount();
    const made = await call("POST", "/ip_policies", body);
    const { dialog } = await ask(id, "Restore…");
    await within(dialog).findByText(/^The same IP policy already exists/);
    const link = await within(dialog).findByRole("link", { name: "storefront" });
    expect(link.getAttribute("href")).toContain(made.id);
  });

  // Cause: a route was offered for restore whose path another has, and the refusal said "It is edghtsrt_…" of nothing. Law: what can't be done
  // is not offered, and what stands in its way is named and linked.
  it("a route, unless another has its path by now", async () => {
    const { id: edge } = await call("POST", "/edges/https", { hostports: ["held.example:443"] });
    const make = () => call("POST", `/edges/https/${edge}/routes`, { match_type: "path_prefix", match: "/" });
    const { id } = await make();
    await request({ method: "DELETE", path: `/edges/https/${edge}/routes/${id}` });
    const { user, dialog, unmount } = await ask(id, "Restore…");
    await within(dialog).findByText(/^It is created again/);
    const holder = await make();
    await user.click(within(dialog).getByRole("button", { name: "Restore" }));
    await screen.findByText("held.example/ was not restored: another route has its path.");
    unmount();
    const again = within((await ask(id, "Restore…")).dialog);
    await again.findByText(/^Another route has its path:/);
    expect(await again.findByRole("link", { name: "held.example/" })).toHaveProperty("title", holder.id);
  });

  // Cause: a rule that was restored already was offered again, and refused as "cidr this policy already has …". Law: what can't be
  // done is not offered, and what stands in its way is named and linked; fields are called by their labels.
  it("a rule, unless its policy has that range by now, or is gone", async () => {
    const { id } = await call("POST", "/ip_policies", { description: "office" });
    const body = { ip_policy_id: id, cidr: "198.51.100.128/25", action: "deny" };
    const rule = await call("POST", "/ip_policy_rules", body);
    await request({ method: "DELETE", path: `/ip_policy_rules/${rule.id}` });
    const { user, dialog, unmount } = await ask(rule.id, "Restore…");
    expect(screen.getByText("IP policy")).toBeDefined();
    await within(dialog).findByText(/^It is created again/);
    const made = await call("POST", "/ip_policy_rules", body);
    await user.click(within(dialog).getByRole("button", { name: "Restore" }));
    await within(dialog).findByText(/^Range: this policy already has 198/);
    await within(dialog).findByText(/^Its policy already has a rule for this range:/);
    const link = await within(dialog).findByRole("link", { name: "deny 198.51.100.128/25" });
    expect(link.getAttribute("href")).toBe(href.ipRule(made.id));
    expect(within(dialog).getByRole("button", { name: "Restore" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    unmount();
    await request({ method: "DELETE", path: `/ip_policies/${id}` });
    const gone = await ask(rule.id, "Restore…");
    await within(gone.dialog).findByText(/^Its IP policy was deleted too/);
  });

  it("a route, with its modules", async () => {
    await call("PUT", `${at}/compression`, {});
    await request({ method: "DELETE", path: at });
    const { user, dialog } = await ask(route.id, "Restore…");
    await user.click(await within(dialog).findByRole("button", { name: "Restore" }));
    // Cause: it was announced as the undo of a step that nobody had just made. Law: a message names what was done.
    await screen.findByText(/^Route .* restored with a new ID/);
    const edge = await call("GET", at.replace(/\/routes\/.*/, ""));
    expect(edge["routes"]).toMatchObject([{ match: "/", compression: { enabled: true } }]);
  });

  // Cause: a deleted edge that was restored has a new ID, and its route was sought at the old one alone: "Restore the edge",
  // whose address was in use. Law: two ways back never refer to each other.
  it("a route, at the edge that has the address of its own now", async () => {
    const hostports = ["heir.example:443", "www.heir.example:443"];
    const edge = await call("POST", "/edges/https", { hostports });
    const body = { match_type: "path_prefix", match: "/shop" };
    const lost = await call("POST", `/edges/https/${edge.id}/routes`, body);
    await request({ method: "DELETE", path: `/edges/https/${edge.id}` });
    const refused = await ask(lost.id, "Restore…");
    await within(refused.dialog).findByText(/^Its edge was deleted too/);
    const restore = within(refused.dialog).getByRole("button", { name: "Restore" });
    expect(restore.getAttribute("aria-disabled")).toBe("true");
    refused.unmount();

    const heir = await call("POST", "/edges/https", { hostports: hostports.slice(0, 1) });
    const { user, unmount, dialog } = await ask(lost.id, "Restore…");
    await within(dialog).findByText(/at the edge that serves heir\.example now, with a new ID\.$/);
    await user.click(within(dialog).getByRole("button", { name: "Restore" }));
    await screen.findByText("Route heir.example/shop restored with a new ID");
    expect((await call("GET", `/edges/https/${heir.id}`))["routes"]).toMatchObject([{ match: "/shop" }]);
    unmount();

    // Two edges that share its addresses: which of them took its place is nobody's guess.
    await call("POST", "/edges/https", { hostports: hostports.slice(1) });
    const unclear = await ask(lost.id, "Restore…");
    await within(unclear.dialog).findByText(/^Its edge was deleted too/);
  });

  // Cause: an edge without any secret was said to need a form for them. Law: a hint is there only where it holds.
  it("and the dialog speaks of secrets only where the form asks for one", async () => {
    await call("PUT", `${at}/compression`, {});
    await request({ method: "DELETE", path: at });
    const plain = await ask(route.id, "Restore…");
    await within(plain.dialog).findByText(/^It is created again/);
    expect(plain.dialog.textContent).not.toContain("Secrets");
    plain.unmount();
    const { id } = await call("POST", "/edges/https", { description: "login" });
    const edge = `/edges/https/${id}`;
    const login = await call("POST", `${edge}/routes`, { match_type: "path_prefix", match: "/login" });
    const github = { client_id: "id", client_secret: "s", scopes: ["read:user"] };
    await call("PUT", `${edge}/routes/${login.id}/oauth`, { provider: { github } });
    await request({ method: "DELETE", path: edge });
    const { dialog } = await ask(id, "Restore…");
    await within(dialog).findByText(/with 1 route and new IDs\. Secrets aren’t in the event log\./);
  });

  it("but not a key, and it says why", async () => {
    const key = await call("POST", "/api_keys", { description: "ci" });
    await request({ method: "DELETE", path: `/api_keys/${key.id}` });
    const { user } = open(`?object_id=${key.id}`);
    const [newest] = await screen.findAllByRole("button", { name: /^Details of deleted/ });
    await user.click(newest ?? document.body);
    await screen.findByText("Its token was deleted with it, so it can’t be restored.");
    expect(screen.queryByRole("button", { name: "Restore…" })).toBeNull();
  });
});

it("chooses by kind, in the URL, and clears what was chosen", async () => {
  await call("POST", "/ip_policies", { description: "one" });
  const { user } = open("?resource=tunnel_group_backend");
  await screen.findByText("No change matches");
  await user.selectOptions(screen.getByLabelText("Kind"), "IP policies");
  await screen.findAllByRole("button", { name: /^Details of created IP policy/ });
  expect(screen.queryByRole("button", { name: /HTTPS edge/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Kind"), "All kinds");
  await screen.findAllByRole("button", { name: /^Details of created HTTPS edge/ });
});

it("exports what is chosen: events as they are delivered, or a row for each field that changed", async () => {
  const { id } = await call("POST", "/ip_policies", { description: "=1+1" });
  await call("PATCH", `/ip_policies/${id}`, { description: "b", metadata: "m" });
  const where = { object_id: id };
  const saved = vi.fn<(name: string, type: string, text: string) => void>();
  await exportEvents(where, "ndjson", saved);
  const [, , lines = ""] = saved.mock.lastCall ?? [];
  const events = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Event);
  expect(events.map(({ event_type }) => event_type)).toEqual([
    "ip_policy_updated.v0",
    "ip_policy_created.v0",
  ]);
  const [update] = events;
  expect(update && rowsOf(update)).toMatchObject([
    { field: "Name", from: "=1+1", to: "b", object_id: id, by: "admin" },
    { field: "Optional notes", from: "", to: "m" },
  ]);
  await exportEvents(where, "csv", saved);
  const [, , csv = ""] = saved.mock.lastCall ?? [];
  expect(csv.split("\r\n")[0]).toBe("time,event_type,object_id,by,key_id,event_id,field,from,to");
  expect(csv).toContain("'=1+1");
  expect(service.origin).toMatch(/^http/);
});
