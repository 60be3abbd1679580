// Cause: the undo of a login that replaced another is two requests; where the second failed, "Try again" took the step between for a change
// by others. Law: an undo goes on where it failed, and is never written over a change by others (decisions/console/undo-again.md).
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { Component } from "#pages/route-module/route-module-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";

const service = connectedService();
const Answer = z.looseObject({});
const oauth = { provider: { github: { client_id: "c", client_secret: "first", organizations: ["acme"] } } };

afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends writes of a method, then cuts the connection, for its reads too: once it is `mended`, all is as before. */
function cutAfter(method: string, isSent: boolean) {
  const state = { mended: false };
  const seen: string[] = [];
  let isCut = false;
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const did = init?.method ?? "GET";
    if (did !== "GET") seen.push(did);
    const cuts = did === method && !state.mended;
    if (cuts && isSent) await real(input, init);
    isCut ||= cuts;
    if (isCut && !state.mended) throw new TypeError("Failed to fetch");
    return real(input, init);
  });
  return { state, seen };
}

async function replaced() {
  const { owner, path } = await freshRoute(service);
  await request({ method: "PUT", path: `${path}/oauth`, body: oauth, answer: Answer });
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  const { user } = renderInApp(null, {
    client,
    path: href.routeModule(owner.edgeId, owner.routeId, "oidc"),
    routes: [{ path: paths.routeModule, Component }],
  });
  await screen.findByText("OIDC replaces OAuth.");
  await user.type(await screen.findByLabelText("Issuer"), "https://login.example.com");
  await user.type(screen.getByLabelText(/^Client I?d$/i), "reports");
  await user.type(screen.getByLabelText("Client secret", { selector: "input" }), "second");
  await user.click(screen.getByRole("button", { name: "Replace OAuth" }));
  await screen.findByText(/^OIDC saved on /, { selector: "output span" });
  const logins = async () => {
    const { oauth: before, oidc } = await request({
      method: "GET",
      path,
      answer: z.object({ oauth: Answer, oidc: z.nullish(Answer) }),
    });
    return { oauth: before["enabled"], oidc };
  };
  return { user, path, logins };
}
const toast = (text: RegExp) => screen.findByText(text, { selector: "output span" });

it.each([
  ["was not removed", "DELETE", false, ["PATCH", "DELETE"], ["DELETE"]],
  ["was removed, and nobody could tell", "DELETE", true, ["PATCH", "DELETE"], []],
  ["was turned off, and nobody could tell", "PATCH", true, ["PATCH"], ["DELETE"]],
])(
  "the undo of a login that %s goes on",
  async (_, method, isSent, first, rest) => {
    const { user, logins } = await replaced();
    const { state, seen } = cutAfter(method, isSent);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await toast(/^Could not undo OIDC at /);
    expect(seen).toEqual(first);
    state.mended = true;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await toast(/^Undone: OIDC removed from .*, OAuth turned on again$/);
    expect(seen).toEqual([...first, ...rest]);
    expect(await logins()).toEqual({ oauth: true, oidc: null });
  },
  30_000,
);

it("does not remove what was changed elsewhere between the two", async () => {
  const { user, path, logins } = await replaced();
  const { state } = cutAfter("DELETE", false);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await toast(/^Could not undo OIDC at /);
  state.mended = true;
  const theirs = {
    enabled: false,
    issuer: "https://other.example.com",
    client_id: "theirs",
    client_secret: "x",
  };
  await request({ method: "PUT", path: `${path}/oidc`, body: theirs, answer: Answer });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await toast(/^Not undone: OIDC at .* changed again since$/);
  expect((await logins()).oidc).toMatchObject({ client_id: "theirs" });
});

// Cause: the undo of a login that replaced another turns it off, then removes it, and Restore listed the step between as a state to go back
// to. Law: what can be restored is what somebody chose.
it("leaves what was saved alone in Restore", async () => {
  const { user } = await replaced();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await toast(/^Undone/);
  await user.type(await screen.findByLabelText("Issuer"), "/x");
  await user.click(await screen.findByRole("button", { name: "Restore OIDC" }));
  const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(items).toEqual([expect.stringMatching(/^Saved [\d:]+( [AP]M)?$/)]);
});
