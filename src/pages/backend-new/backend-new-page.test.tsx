// Cause: an agent that was started with the labels of its authtoken had no URL, and no page led on. Law: what is missing is one click away.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NewBackendLink } from "#fleet/new-backend-link.tsx";
import { paths } from "#resources/paths.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./backend-new-page.tsx";

connectedApp();

it("a tunnel that no backend selects leads to a new one with its labels", async () => {
  const labels = { app: "shop", note: "a=b & c" };
  const { user } = renderInApp(null, {
    path: "/here",
    routes: [
      { path: "/here", element: <NewBackendLink labels={labels} /> },
      { path: paths.backendNew, Component },
    ],
  });
  await user.click(await screen.findByRole("link", { name: "Create backend" }));
  const field = async (name: string) => (await screen.findByLabelText<HTMLInputElement>(name)).value;
  expect(await field("Labels 1: Name")).toBe("app");
  expect(await field("Labels 1: Value")).toBe("shop");
  expect(await field("Labels 2: Name")).toBe("note");
  expect(await field("Labels 2: Value")).toBe("a=b & c");
});
