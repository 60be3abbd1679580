// Cause: the page of a policy that another tab had deleted offered "Delete IP policy…" and said "No such IP policy" under its
// name. Law: nothing is offered on what is gone, and what was known to be there "was deleted".
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { routes } from "./router.tsx";

connectedService();

const make = async (path: string, body: object) =>
  (await request<{ id: string }>({ method: "POST", path, body })).id;
const makePolicy = () => make("/ip_policies", { description: "Office" });
const makeEdge = (host: string) => make("/edges/https", { hostports: [`${host}:443`] });

it.each([
  {
    what: "IP policy",
    at: async () => {
      const id = await makePolicy();
      return { path: `/ip_policies/${id}`, page: href.ipPolicy(id) };
    },
  },
  {
    what: "IP rule",
    at: async () => {
      const rule = { ip_policy_id: await makePolicy(), action: "deny", cidr: "192.0.2.1/32" };
      const id = await make("/ip_policy_rules", rule);
      return { path: `/ip_policy_rules/${id}`, page: href.ipRule(id) };
    },
  },
  {
    what: "key",
    at: async () => {
      const id = await make("/api_keys", { description: "ci" });
      return { path: `/api_keys/${id}`, page: href.key(id) };
    },
  },
  {
    what: "HTTPS edge",
    at: async () => {
      const id = await makeEdge("gone.example");
      return { path: `/edges/https/${id}`, page: href.httpsEdge(id) };
    },
  },
  {
    what: "HTTPS edge",
    // Cause: the module of an edge that was gone kept a form that no save could take. Law: where nothing can be saved is no form.
    at: async () => {
      const id = await makeEdge("module.example");
      return { path: `/edges/https/${id}`, page: href.edgeModule("https", id, "mutual_tls") };
    },
  },
  {
    what: "HTTPS edge",
    at: async () => {
      const edge = await makeEdge("route-module.example");
      const id = await make(`/edges/https/${edge}/routes`, { match_type: "path_prefix", match: "/" });
      return { path: `/edges/https/${edge}`, page: href.routeModule(edge, id, "compression") };
    },
  },
  {
    what: "route",
    at: async () => {
      const edge = await makeEdge("route.example");
      const id = await make(`/edges/https/${edge}/routes`, { match_type: "path_prefix", match: "/" });
      return { path: `/edges/https/${edge}/routes/${id}`, page: href.route(edge, id) };
    },
  },
])("a $what that was deleted elsewhere is offered no action", async ({ what, at }) => {
  const { path, page } = await at();
  const { client, container } = renderInApp(null, { path: page, routes });
  const copy = () => screen.queryByRole("button", { name: /^Copy (?:as|it|\S+ as)/ });
  await waitFor(() => expect(copy()).not.toBeNull());
  await request({ method: "DELETE", path });
  await act(() => client.invalidateQueries());
  await screen.findByRole("heading", { name: `This ${what} was deleted` });
  expect(copy()).toBeNull();
  // Cause: over "was deleted" stood "Not refreshed for 40 s, showing 9:17:14 PM", counting on. Law: what says that it is gone is not stale.
  expect(container.textContent).not.toMatch(/Not refreshed|as of/);
  expect(screen.queryByRole("button", { name: /^(?:Delete|More for|Send a test)/ })).toBeNull();
});
