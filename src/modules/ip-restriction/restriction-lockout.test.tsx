// Cause: the editor of an IP restriction saved policies without the operator's own address in silence, where the pages of rules
// warn. Law: lock-out warnings work unasked (decisions/ip-rules/own-address.md).
import { screen, waitFor, within } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { afterEach, expect, it, vi } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { closedPoliciesQuery } from "#resources/closing.ts";
import { href, paths } from "#resources/paths.ts";
import { makeWorld, ROUTES } from "#service/testing/conformance/world.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as RouteEditPage } from "#pages/route-form/route-edit-page.tsx";
import { Component as RouteNewPage } from "#pages/route-form/route-new-page.tsx";
import { Component as RoutePage } from "#pages/route/route-page.tsx";
import { Component as RouteModulePage } from "#pages/route-module/route-module-page.tsx";
import { IpRestrictionFields } from "./fields.tsx";

const app = connectedApp();

function Form({ ids, enabled = true }: { ids: string[]; enabled?: boolean }) {
  const form = useForm({ defaultValues: { ip_policy_ids: ids, enabled } });
  return (
    <FormProvider {...form}>
      <IpRestrictionFields />
    </FormProvider>
  );
}

const said = () => screen.queryByText("This locks you out.")?.parentElement?.textContent;
const policyOf = async (...rules: ["allow" | "deny", string][]) => {
  const world = makeWorld(app);
  const { id } = await world.make("/ip_policies");
  for (const [action, cidr] of rules)
    await world.make("/ip_policy_rules", {}, { ip_policy_id: id, action, cidr });
  return id;
};
const office = () => policyOf(["allow", "203.0.113.0/24"]);

it("warns when no policy of the draft allows the address that the service sees, which can be tried", async () => {
  const { user } = renderInApp(<Form ids={[await office()]} />);
  await waitFor(() =>
    expect(said()).toBe("This locks you out. Your address 127.0.0.1 is allowed by none of these policies."),
  );
  await user.click(screen.getByText("Try it"));
  await user.click(await screen.findByRole("button", { name: "Use your address" }));
  await screen.findByText("Blocked");
});

// Cause: what an address met was told with the IDs of policies. Law: things are called by their names.
it("names the policies of the rules that an address meets", async () => {
  const { id } = await makeWorld(app).make("/ip_policies", {}, { description: "Office" });
  await makeWorld(app).make(
    "/ip_policy_rules",
    {},
    { ip_policy_id: id, action: "allow", cidr: "127.0.0.0/8", description: "" },
  );
  const { user } = renderInApp(<Form ids={[id]} />);
  await user.click(screen.getByText("Try it"));
  await user.click(await screen.findByRole("button", { name: "Use your address" }));
  const rules = await screen.findByRole("list", { name: "Matching rules" });
  await waitFor(() => expect(rules.textContent).toBe("allow127.0.0.0/8Office"));
});

it("warns when a rule denies it, though another allows it", async () => {
  const ids = [await policyOf(["allow", "0.0.0.0/0"]), await policyOf(["deny", "127.0.0.0/8"])];
  renderInApp(<Form ids={ids} />);
  await waitFor(() =>
    expect(said()).toContain("Your address 127.0.0.1 is denied by a rule of these policies."),
  );
});

// Cause: where nobody gets in it spoke of the operator alone. Law: what is said is what happens.
it("says that everyone is blocked where no policy has an allow rule", async () => {
  renderInApp(<Form ids={[await policyOf(), await policyOf(["deny", "10.0.0.0/8"])]} />);
  const note = await screen.findByText("This blocks everyone.");
  expect(note.parentElement?.textContent).toContain("None of these policies has an allow rule.");
  expect(said()).toBeUndefined();
});

it("leaves it to the page where the service's edge is known to let nobody in", async () => {
  const client = createQueryClient();
  const baseUrl = getConnection()?.baseUrl ?? "";
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl, edge: { unapplied: [] } });
  const id = await policyOf();
  renderInApp(<Form ids={[id]} />, { client });
  await waitFor(() => expect(client.getQueryData(closedPoliciesQuery.queryKey)).toContain(id));
  await waitFor(() => expect(screen.queryByText("This blocks everyone.")).toBeNull());
  // Cause: the rule that it asks for had to be looked for elsewhere. Law: what mends a fault is a link beside it.
  const add = await screen.findByRole("link", { name: /^Add an allow rule/ });
  expect(add.getAttribute("href")).toBe(href.ipRuleNew(`?to=${id}`));
});

it.each([
  ["allowed", true],
  ["not allowed while the restriction is off", false],
])("is silent where it is %s", async (_, enabled) => {
  const ids = [await office(), ...(enabled ? [await policyOf(["allow", "127.0.0.0/8"])] : [])];
  const { user } = renderInApp(<Form ids={ids} enabled={enabled} />);
  await user.click(screen.getByText("Try it"));
  await user.click(await screen.findByRole("button", { name: "Use your address" }));
  // By then all that the warning waits for is read.
  await screen.findByText(enabled ? "Allowed" : "Blocked");
  expect(said()).toBeUndefined();
});

// Cause: policies without the operator's own address were saved without a question, while the same through an IP rule asks. Law: what
// locks the operator out is confirmed, wherever it is done.
it("asks before a save locks the operator out, and not again", async () => {
  const world = makeWorld(app);
  const [own, away, gone] = [await policyOf(["allow", "127.0.0.0/8"]), await office(), await office()];
  const { id: edgeId } = await world.make("/edges/https", {}, { hostports: ["lockout.example:443"] });
  const match = { match_type: "path_prefix", match: "/", ip_restriction: { ip_policy_ids: [own, away] } };
  const { id: routeId } = await world.make(ROUTES, { edge_id: edgeId }, match);
  const { user } = renderInApp(null, {
    path: href.routeModule(edgeId, routeId, "ip_restriction"),
    routes: [{ path: paths.routeModule, Component: RouteModulePage }],
  });
  const remove = async () =>
    user.click((await screen.findAllByRole("button", { name: /^Remove (?!IP)/ }))[0]!);
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  await remove();
  await waitFor(() => expect(said()).toContain("is allowed by none of these policies."));
  await save();
  const dialog = await screen.findByRole("dialog", { name: "Save IP restriction on lockout.example/?" });
  expect(dialog.textContent).toContain(
    "This locks you out. Your address 127.0.0.1 will be blocked.lockout.example/",
  );
  await user.click(within(dialog).getByRole("button", { name: "Save and lock me out" }));
  await screen.findByText(/^IP restriction saved/);
  await user.click(screen.getByRole("combobox", { name: "IP policies" }));
  await user.click(await screen.findByRole("option", { name: new RegExp(gone) }));
  await save();
  const path = `GET /edges/https/${edgeId}/routes/${routeId}/ip_restriction`;
  await waitFor(async () => {
    const { body } = await app.call<{ ip_policies: { id: string }[] }>(path);
    expect(body.ip_policies.map(({ id }) => id)).toEqual([away, gone]);
  });
});

/** Keeps the answers of a path until they are released, and what was written meanwhile. */
function holdAnswers(path: string) {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const writes: string[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const isRead = (init?.method ?? "GET") === "GET";
    const url = typeof input === "string" ? input.replace(/\?.*/, "") : "";
    if (isRead && url.endsWith(path)) await released;
    if (!isRead) writes.push(url);
    return real(input, init);
  });
  return { release, writes: () => writes };
}
afterEach(() => {
  vi.restoreAllMocks();
});

// Cause: turning a restriction on, in its line or on its page, and creating a route with one locked the operator out without a word.
// Law: as above.
it.each(["in its line", "on its page"])(
  "asks before one that is turned on %s locks the operator out",
  async (where) => {
    const world = makeWorld(app);
    const isLine = where === "in its line";
    const host = `${isLine ? "line" : "page"}.example`;
    const { id: edgeId } = await world.make("/edges/https", {}, { hostports: [`${host}:443`] });
    const off = { enabled: false, ip_policy_ids: [await office()] };
    const match = { match_type: "path_prefix", match: "/", ip_restriction: off };
    const { id: routeId } = await world.make(ROUTES, { edge_id: edgeId }, match);
    const { user } = renderInApp(null, {
      path: isLine ? href.route(edgeId, routeId) : href.routeModule(edgeId, routeId, "ip_restriction"),
      routes: [
        { path: paths.route, Component: RoutePage },
        { path: paths.routeModule, Component: RouteModulePage },
      ],
    });
    const turnOn = isLine ? "Turn on IP restriction" : "Turn on…";
    const button = await screen.findByRole("button", { name: turnOn });
    await waitFor(() => expect(button.textContent).toBe("Turn on…"));
    await user.click(button);
    const dialog = await screen.findByRole("dialog", {
      name: `Turn on IP restriction on ${host}/?`,
    });
    expect(dialog.textContent).toContain("This locks you out. Your address 127.0.0.1 will be blocked.");
    await user.click(within(dialog).getByRole("button", { name: "Turn on and lock me out" }));
    await screen.findByText(/^Turned on IP restriction/, { selector: "output span" });
  },
);

// Cause: a click on "Turn on" before the IP rules or the own address were read asked nothing. Law: what may lock out waits for what its
// question needs, and asks also where that can’t be read.
it.each([
  ["waits for its question in its line", "/ip_policy_rules", true],
  ["waits for its question on its page", "/whoami", false],
  ["asks in its line where the rules can’t be read", "/ip_policy_rules", true, "never"],
  ["asks on its page where the rules can’t be read", "/ip_policy_rules", false, "never"],
])(
  "turned on before it is known whether it locks out, %s",
  async (_, late, isLine, answers = "late") => {
    const held = holdAnswers(late);
    const world = makeWorld(app);
    const { id: edgeId } = await world.make(
      "/edges/https",
      {},
      { hostports: [`a${crypto.randomUUID()}.example:443`] },
    );
    const off = { enabled: false, ip_policy_ids: [await office()] };
    const match = { match_type: "path_prefix", match: "/", ip_restriction: off };
    const { id: routeId } = await world.make(ROUTES, { edge_id: edgeId }, match);
    const { user } = renderInApp(null, {
      path: isLine ? href.route(edgeId, routeId) : href.routeModule(edgeId, routeId, "ip_restriction"),
      routes: [
        { path: paths.route, Component: RoutePage },
        { path: paths.routeModule, Component: RouteModulePage },
      ],
    });
    const button = await screen.findByRole("button", { name: isLine ? "Turn on IP restriction" : "Turn on" });
    await user.click(button);
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(screen.queryByRole("dialog")).toBeNull();
    if (answers === "late") held.release();
    const name = /^Turn on IP restriction on /;
    const dialog = await screen.findByRole("dialog", { name });
    expect(dialog.textContent).toContain(
      answers === "late" ? "This locks you out." : "This may lock you out.",
    );
    expect(held.writes()).toEqual([]);
    if (answers === "never") await user.click(within(dialog).getByRole("button", { name: "Turn on anyway" }));
    else await user.click(within(dialog).getByRole("button", { name: "Turn on and lock me out" }));
    await screen.findByText(/^Turned on IP restriction/, { selector: "output span" });
    held.release();
  },
  20_000,
);

// Cause: a save before the edge was read asked nothing, as no address was known to lead there. Law: as above.
it("saved before its edge is read, waits for its question", async () => {
  const world = makeWorld(app);
  const { id: edgeId } = await world.make("/edges/https", {}, { hostports: ["save.example:443"] });
  const off = { enabled: false, ip_policy_ids: [await office()] };
  const match = { match_type: "path_prefix", match: "/", ip_restriction: off };
  const { id: routeId } = await world.make(ROUTES, { edge_id: edgeId }, match);
  const held = holdAnswers(edgeId);
  const { user } = renderInApp(null, {
    path: href.routeModule(edgeId, routeId, "ip_restriction"),
    routes: [{ path: paths.routeModule, Component: RouteModulePage }],
  });
  await user.click(await screen.findByLabelText("Apply to traffic"));
  await waitFor(() => expect(said()).toBeDefined());
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBe("true");
  held.release();
  const dialog = await screen.findByRole("dialog", { name: "Save IP restriction on save.example/?" });
  expect(dialog.textContent).toContain("This locks you out.");
  expect(held.writes()).toEqual([]);
});

/** A new route of an edge, filled: restricted to a policy. */
async function openRestricted(edgeId: string, policy: string) {
  const view = renderInApp(null, {
    path: href.routeNew(edgeId),
    routes: [
      { path: paths.routeNew, Component: RouteNewPage },
      { path: paths.route, element: <p>Created</p> },
    ],
  });
  const { user } = view;
  await user.type(await screen.findByLabelText("Path"), "/team");
  await user.click(screen.getByRole("button", { name: "Add IP restriction" }));
  await user.click(await screen.findByRole("combobox", { name: "IP policies" }));
  await user.click(await screen.findByRole("option", { name: new RegExp(policy) }));
  return view;
}

it("asks before a new route locks its creator out", async () => {
  const { id: edgeId } = await makeWorld(app).make("/edges/https", {}, { hostports: ["new.example:443"] });
  const policy = await office();
  const { user } = await openRestricted(edgeId, policy);
  await waitFor(() => expect(said()).toContain("is allowed by none of these policies."));
  const create = () => user.click(screen.getByRole("button", { name: "Create route" }));
  await create();
  const dialog = await screen.findByRole("dialog", { name: "Create route new.example/team?" });
  expect(dialog.textContent).toContain("Your address 127.0.0.1 will be blocked.new.example/team");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await create();
  await user.click(await screen.findByRole("button", { name: "Create and lock me out" }));
  await screen.findByText("Created");
});

// Cause: "Create route" before the IP rules or the own address were read asked nothing. Law: what may lock out waits for what its
// question needs, and asks also where that can’t be read.
it.each([
  ["the rules", "/ip_policy_rules", "late"],
  ["the own address", "/whoami", "late"],
  ["the rules, which can’t be read,", "/ip_policy_rules", "never"],
])(
  "asks before a new route locks its creator out, created before %s",
  async (_, path, answers) => {
    const { id: edgeId } = await makeWorld(app).make(
      "/edges/https",
      {},
      { hostports: [`n${crypto.randomUUID()}.example:443`] },
    );
    const policy = await office();
    const held = holdAnswers(path);
    const { user } = await openRestricted(edgeId, policy);
    const create = screen.getByRole("button", { name: "Create route" });
    await user.click(create);
    await waitFor(() => expect(create.getAttribute("aria-busy")).toBe("true"));
    expect(screen.queryByRole("dialog")).toBeNull();
    if (answers === "late") held.release();
    const name = /^Create route .*\/team\?$/;
    const dialog = await screen.findByRole("dialog", { name });
    const [says, label] =
      answers === "late"
        ? ["This locks you out.", "Create and lock me out"]
        : ["This may lock you out.", "Create anyway"];
    expect(dialog.textContent).toContain(says);
    expect(held.writes()).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: label }));
    await screen.findByText("Created");
    held.release();
  },
  20_000,
);

// Cause: "Edit route" took IP rules that were not read yet, or an edge, for nothing to ask. Law: what may lock out waits for what its
// question needs, and asks also where that can’t be read; what is typed meanwhile stays.
it.each([
  ["the rules", "late"],
  ["the own address", "late"],
  ["the edge", "late"],
  ["the rules, which can’t be read,", "never"],
  ["the edge, which can’t be read,", "never"],
])(
  "asks before another path of a route leaves its requests to one that blocks the operator, saved before %s",
  async (what, answers) => {
    const world = makeWorld(app);
    const hostports = [`e${crypto.randomUUID()}.example:443`];
    const { id: edgeId } = await world.make("/edges/https", {}, { hostports });
    const restriction = { ip_restriction: { ip_policy_ids: [await office()] } };
    await world.make(ROUTES, { edge_id: edgeId }, { match_type: "path_prefix", match: "/", ...restriction });
    const match = { match_type: "path_prefix", match: "/team" };
    const { id: routeId } = await world.make(ROUTES, { edge_id: edgeId }, match);
    const path = what.startsWith("the edge")
      ? edgeId
      : what === "the own address"
        ? "/whoami"
        : "/ip_policy_rules";
    const held = holdAnswers(path);
    const { user } = renderInApp(null, {
      path: href.routeEdit(edgeId, routeId),
      routes: [{ path: paths.routeEdit, Component: RouteEditPage }],
    });
    await user.type(await screen.findByLabelText("Path"), "/new");
    const save = screen.getByRole("button", { name: "Save" });
    await user.click(save);
    await waitFor(() => expect(save.getAttribute("aria-busy")).toBe("true"));
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.type(screen.getByLabelText("Description"), "typed since");
    if (answers === "late") held.release();
    const name = /^Change what .*\/team matches\?$/;
    const dialog = await screen.findByRole("dialog", { name });
    const [says, label] =
      answers === "late"
        ? ["This locks you out.", "Save and lock me out"]
        : [/^This may open addresses to anyone or lock you out\./, "Save anyway"];
    expect(within(dialog).getByText(says)).toBeDefined();
    expect(held.writes()).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: label }));
    await screen.findByText(/\/team\/new” saved$/, { selector: "output span" });
    expect(screen.getByLabelText<HTMLInputElement>("Description").value).toBe("typed since");
    held.release();
  },
  20_000,
);
