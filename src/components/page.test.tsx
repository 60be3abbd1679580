// Cause: "‹ Sessions" on an agent dropped what the list was searched and filtered for. Law: the way back leads to a list as it was left.
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { Page, type Crumb } from "./page.tsx";

it("leads back to a list as it was left last", async () => {
  const list = { label: "Sessions", to: "/sessions" };
  const page = (...crumbs: Crumb[]) => (
    <Page title="x" crumbs={crumbs}>
      x
    </Page>
  );
  const routes = [
    { path: "/sessions", element: page({ label: "Sessions" }) },
    { path: "*", element: page(list, { label: "fra-gw-02" }) },
  ];
  const { router } = renderInApp(null, { path: "/sessions/ts_1", routes });
  const back = () =>
    screen.getAllByRole("link", { name: "Sessions" }).map((link) => link.getAttribute("href"));
  expect(back()).toEqual(["/sessions", "/sessions"]);
  for (const search of ["?q=gw&os=linux", ""]) {
    await act(() => router.navigate(`/sessions${search}`));
    await act(() => router.navigate("/sessions/ts_1"));
    expect(back()).toEqual([`/sessions${search}`, `/sessions${search}`]);
  }
  // Cause: the way back from a module that was added opened the choice of modules again. Law: a dialog is no part of how a page was left.
  await act(() => router.navigate("/sessions?add=&q=gw"));
  await act(() => router.navigate("/sessions/ts_1"));
  expect(back()).toEqual(["/sessions?q=gw", "/sessions?q=gw"]);
});
