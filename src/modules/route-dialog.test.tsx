import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Route } from "#contract/route.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { DeleteRouteDialog } from "./route-dialog.tsx";

const route = (id: string, match: string, modules: object = {}) =>
  ({ id, match, match_type: "path_prefix", ...modules }) as Route;
const oauth = { enabled: true, provider: { github: { teams: ["acme/ops"] } } };

const server = connectedServer();

function ask(next: Route, modules: object = { oauth }) {
  const gone = route("edghtsrt_1", "/admin", modules);
  const created_at = "2026-11-21T06:00:00Z";
  const edge = {
    id: "edghts_1",
    created_at,
    hostports: ["a.example:443", "b.example:443"],
    routes: [gone, next],
  };
  renderInApp(<DeleteRouteDialog edge={edge} route={gone} onClose={() => {}} />);
}

// Cause: the dialog said only that other modules apply. Law: what opens a route is said in numbers first.
it("says that a route’s paths become open where the next route asks for nothing", async () => {
  ask(route("edghtsrt_2", "/"));
  expect(await screen.findByText("2 addresses become open to anyone")).toBeDefined();
  expect(screen.getByText("b.example/admin")).toBeDefined();
});

it("says nothing of it where the next route asks for the same", async () => {
  ask(route("edghtsrt_2", "/", { oauth }));
  expect(await screen.findByText(/This affects 2 addresses/)).toBeDefined();
  expect(screen.queryByText(/open to anyone/)).toBeNull();
});

const restriction = (id: string) => ({ ip_restriction: { enabled: true, ip_policies: [{ id, uri: "" }] } });
const open = {
  id: "ipr_1",
  uri: "",
  created_at: "2026-11-21T06:00:00Z",
  description: "",
  metadata: "",
  action: "allow",
  cidr: "0.0.0.0/0",
};

// Cause: before the IP rules were read, the dialog took each restriction for a guard and said nothing of what opens. Law: what a
// question says is waited for, and where it can’t be read, that is said.
it.each(["late", "never"])(
  "waits for the rules that tell what opens, which come %s",
  async (answers) => {
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const rules = {
      ip_policy_rules: [{ ...open, ip_policy: { id: "ipp_2", uri: "" } }],
      uri: "",
      next_page_uri: null,
    };
    server.answerWith(async (request, response) => {
      if (!request.url?.startsWith("/ip_policy_rules")) return json(404, {})(request, response);
      await released;
      return json(200, rules)(request, response);
    });
    ask(route("edghtsrt_2", "/", restriction("ipp_2")), restriction("ipp_1"));
    const confirm = await screen.findByRole("button", { name: /^Delete route/ });
    expect(confirm.getAttribute("aria-disabled")).toBe("true");
    if (answers === "late") release();
    await waitFor(() => expect(confirm.getAttribute("aria-disabled")).toBeNull());
    const says =
      answers === "late"
        ? "2 addresses become open to anyone"
        : /^This may open addresses to anyone or lock you out\./;
    expect(screen.getByText(says)).toBeDefined();
    release();
  },
  15_000,
);

// Cause: a deleted route whose requests go on to one that blocks the operator locked them out without a word. Law: what locks the
// operator out is said first, wherever it is done (decisions/ip-rules/own-address.md).
it.each([
  ["says that its requests are blocked then", { oauth }, true],
  ["says nothing where they are blocked already", restriction("ipp_2"), false],
])("%s", async (_, modules, says) => {
  const principal = { id: "usr_1", subject: "admin", credential: { id: "ak_1", uri: "" } };
  const rule = { ...open, cidr: "203.0.113.0/24", ip_policy: { id: "ipp_2", uri: "" } };
  const rules = { ip_policy_rules: [rule], uri: "", next_page_uri: null };
  server.answerWith((request, response) =>
    request.url?.startsWith("/ip_policy_rules")
      ? json(200, rules)(request, response)
      : request.url?.startsWith("/whoami")
        ? json(200, { principal, source_address: "192.0.2.7" })(request, response)
        : json(404, {})(request, response),
  );
  ask(route("edghtsrt_2", "/", { oauth, ...restriction("ipp_2") }), modules);
  const confirm = await screen.findByRole("button", { name: /^Delete route/ });
  await waitFor(() => expect(confirm.getAttribute("aria-disabled")).toBeNull());
  const dialog = screen.getByRole("dialog").textContent;
  expect(dialog?.includes("This locks you out. Your address 192.0.2.7 will be blocked.a.example/admin")).toBe(
    says,
  );
  expect(dialog).not.toContain("open to anyone");
});

// Cause: where the edge was not read, it said that no other route matches. Law: what is not known is not said.
it("says nothing of other routes before its edge is read", async () => {
  renderInApp(
    <DeleteRouteDialog
      edge={{ id: "edghts_1" }}
      route={route("edghtsrt_1", "/admin", { oauth })}
      onClose={() => {}}
    />,
  );
  const confirm = await screen.findByRole("button", { name: /^Delete route/ });
  expect(confirm.getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByText(/No other route/)).toBeNull();
});
