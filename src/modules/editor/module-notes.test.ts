import { expect, it } from "vitest";
import { moduleOf } from "../registry.ts";
import { draftFindings } from "./module-notes.tsx";

// Cause: a draft that turns OIDC off said "OIDC is off" while it was on. Law: what is, and what a save does, are told apart.
it.each([
  [true, "Saving turns OIDC off"],
  [false, "OIDC is off"],
])("of a module that is on: %s, a draft that is off says “%s”", (on, title) => {
  const definition = moduleOf("oidc");
  if (!definition) throw new Error("No OIDC");
  const request = { enabled: false };
  const modules = { backend: { backend: { id: "bkdtg_1" } }, oidc: { enabled: on } };
  const target = { owner: "route" as const, id: "r1", modules };
  const found = draftFindings({
    definition,
    target,
    limits: {},
    editor: { base: { enabled: on }, edited: on, on, request, errors: {} },
  });
  expect(found.map((one) => one.title)).toEqual([title]);
});

// Cause: "Requests fail" of a draft that would turn the backend off, while requests passed. Law: as above.
it("says of a draft without its backend that requests will fail", () => {
  const definition = moduleOf("backend");
  if (!definition) throw new Error("No backend");
  const base = { enabled: true, backend_id: "bkdtg_1" };
  const target = { owner: "route" as const, id: "r1", modules: { backend: base } };
  const editor = { base, edited: true, on: true, request: { ...base, enabled: false }, errors: {} };
  const found = draftFindings({ definition, target, limits: {}, editor });
  expect(found.map((one) => `${one.title}. ${one.reason}`)).toEqual([
    "Saving turns the backend off. Requests will fail. Turn the backend on.",
  ]);
});

// Cause: an http issuer was "must be https" at its field and "anyone can forge" above it. Law: one fault has one verdict.
it("leaves a field to its own error", () => {
  const definition = moduleOf("oidc");
  if (!definition) throw new Error("No OIDC");
  const request = { issuer: "http://login.example" };
  const modules = { backend: { backend: { id: "bkdtg_1" } } };
  const target = { owner: "route" as const, id: "r1", modules };
  const editor = { base: null, edited: true, on: null, request };
  const titles = (errors: Parameters<typeof draftFindings>[0]["editor"]["errors"]) =>
    draftFindings({ definition, target, limits: {}, editor: { ...editor, errors } }).map(
      ({ title }) => title,
    );
  expect(titles({})).toContain("OIDC issuer uses http://");
  expect(titles({ issuer: { type: "x", message: "Must be an https URL" } })).not.toContain(
    "OIDC issuer uses http://",
  );
});

// Cause: once a second login of an edge was refused, the note that leads to the route with the first was gone, and the refusal named that
// route by its ID. Law: the way on stays where the fault does.
it("keeps the way to the route that has the login of the edge", () => {
  const definition = moduleOf("oauth");
  if (!definition) throw new Error("No OAuth");
  const request = { provider: { google: { client_id: "a", email_domains: ["a.example"] } } };
  const edge = { routes: [{ id: "r2", match: "/other", oidc: { issuer: "https://a.example" } }] };
  const target = { owner: "route" as const, id: "r1", modules: { match: "/" }, edge };
  const errors = { enabled: { type: "x", message: "Can’t be on while route /other has OIDC." } };
  const found = draftFindings({
    definition,
    target,
    limits: {},
    editor: { base: null, edited: true, on: null, request, errors },
  });
  expect(found.flatMap(({ elsewhere }) => elsewhere?.routeId ?? [])).toEqual(["r2"]);
});
