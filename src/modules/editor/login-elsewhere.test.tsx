// Cause: a second login on an edge was refused with the way to this form only, while the fix is on the other route, and nothing said so
// before it was added. Law: what is in the way is said first, and a click away.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { DraftFindings } from "#pages/route-form/request-panel.tsx";
import { href } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { lint } from "../lint/lint.ts";
import { moduleOf } from "../registry.ts";
import { AddModuleDialog } from "./add-module-dialog.tsx";
import { FindingsPanel } from "./findings-panel.tsx";
import { LintNotes } from "./module-notes.tsx";
import { TurnButton } from "./turn-button.tsx";

const login = { enabled: true, provider: { github: { teams: ["acme/ops"] } } };
const modules = {
  id: "r1",
  match: "/reports",
  backend: { enabled: true, backend: { id: "bkdhf_1" } },
  oidc: {},
};
const edge = {
  id: "e1",
  hostports: ["a.example:443"],
  routes: [
    modules,
    { id: "r0", match: "/", oauth: { enabled: false } },
    { id: "r2", match: "/dispatch", oauth: login },
  ],
};
const target = { owner: "route" as const, id: "r1", modules, edge };
const address = { owner: "route" as const, edgeId: "e1", routeId: "r1" };
const found = lint(target);
const definition = moduleOf("oidc", "route")!;
const leads = async (name: string) =>
  expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(
    href.routeModule("e1", "r2", "oauth"),
  );

it.each([
  ["the form", <LintNotes key="form" {...{ definition, target, found }} editor={{ base: null } as never} />],
  ["the page of the route", <FindingsPanel key="page" owner={address} findings={found} />],
  [
    "the form of a new route",
    <DraftFindings
      key="new"
      findings={found}
      edgeId="e1"
      request={modules}
      onGoTo={() => {}}
      onAdd={() => {}}
    />,
  ],
])("%s leads to the login that is in the way", async (_, shown) => {
  renderInApp(shown);
  await leads("Open OAuth on /dispatch");
  expect(screen.queryByRole("button", { name: "Go to field" })).toBeNull();
});

it("is said before a login is added", async () => {
  const props = { address, kinds: ["saml", "jwt_validation"], owner: { id: "r1" }, onClose: () => {} };
  renderInApp(<AddModuleDialog {...props} edge={edge} />);
  const said = async (name: string) => (await screen.findByRole("link", { name: `Add ${name}` })).textContent;
  expect(await said("SAML")).toMatch(/\. Route \/dispatch has the login of this edge$/);
  expect(await said("JWT validation")).not.toContain("/dispatch");
});

// Cause: "Turn on" was offered for what could only be refused, in a toast, by the name of a field. Law: what can't be done is not offered,
// and says why; what may be turned off always may.
it.each([
  ["on", false, "Route /dispatch has the login of this edge. Turn it off there first"],
  ["off", true, ""],
])("turning a login %s", async (to, enabled, refused) => {
  renderInApp(
    <TurnButton
      {...{ address, target, place: "a.example/reports", turning: null }}
      definition={moduleOf("oauth", "route")!}
      value={{ ...login, enabled }}
      onTurning={() => {}}
    />,
  );
  const button = await screen.findByRole("button", { name: `Turn ${to} OAuth` });
  expect(button.getAttribute("aria-disabled")).toBe(refused ? "true" : null);
  expect(button.textContent?.replace("…", "")).toBe(`Turn ${to}${refused}`);
});
