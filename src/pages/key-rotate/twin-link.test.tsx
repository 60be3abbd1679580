// Cause: the way to a newer key of the same name was told from the text around it by colour alone. Law: a link in running text is
// underlined.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { ApiKey } from "#contract/api-key.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./key-rotate-page.tsx";

connectedService();
const make = () =>
  request({ method: "POST", path: "/api_keys", body: { description: "ci" }, answer: ApiKey });

it("is underlined", async () => {
  const old = await make();
  await make();
  renderInApp(null, { path: href.keyRotate(old.id), routes: [{ path: paths.keyRotate, Component }] });
  expect((await screen.findByRole("link", { name: "open the key" })).classList).toContain("link");
});
