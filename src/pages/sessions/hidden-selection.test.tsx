// Cause: the bar said "3 selected" of rows a search had hidden, and "Stop 3 agents?" named none. Law: who is hit is
// said before.
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./sessions-page.tsx";

connectedService({ demo: 24 });

async function selectLondon() {
  const { user } = renderInApp(null, {
    path: href.sessions("?q=lon-dock"),
    routes: [{ path: paths.sessions, element: <Component /> }],
  });
  const table = await screen.findByRole("table", { name: "Sessions" });
  // Cause: the check of every row was called "Select this row". Law: what is alike is told apart by its name.
  for (const name of ["Select lon-dock-01", "Select lon-dock-02"])
    await user.click(within(table).getByRole("checkbox", { name }));
  const bar = await screen.findByRole("region", { name: "Selection" });
  expect(within(bar).getByText("2 selected")).toBeTruthy();
  expect(within(bar).queryByText(/hidden/)).toBeNull();
  const search = async (text: string) => {
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), text);
  };
  return { user, bar, search };
}

describe("a selection that search hides", () => {
  it("says how many are hidden, and shows them", async () => {
    const { user, bar, search } = await selectLondon();
    await search("fra-gw");
    expect(await within(bar).findByText("All hidden by search or filters")).toBeTruthy();
    expect(within(bar).queryByRole("button", { name: "Deselect hidden" })).toBeNull();
    await user.click(within(bar).getByRole("button", { name: "Show them" }));
    expect(await screen.findAllByRole("checkbox", { name: /^Select lon-dock/, checked: true })).toHaveLength(
      2,
    );
    expect(within(bar).queryByText(/hidden/)).toBeNull();
  });

  it("keeps only what is shown, and the dialog names each agent that is told", async () => {
    const { user, bar, search } = await selectLondon();
    await search("lon-dock-01");
    expect(await within(bar).findByText("1 hidden by search or filters")).toBeTruthy();
    await user.click(within(bar).getByRole("button", { name: "Stop 2…" }));
    const dialog = await screen.findByRole("dialog", { name: "Stop 2 agents?" });
    // Cause: only the stop of one agent said that nothing here starts it again. Law: a consequence is said of many as of one.
    within(dialog).getByText("The agents exit. To start them again, run them on their hosts.");
    const names = within(within(dialog).getByRole("list", { name: "2 agents" })).getAllByRole("listitem");
    expect(names.map((item) => item.textContent?.slice(0, 11))).toEqual(["lon-dock-01", "lon-dock-02"]);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await user.click(within(bar).getByRole("button", { name: "Deselect hidden" }));
    expect(within(bar).getByText("1 selected")).toBeTruthy();
    await user.click(within(bar).getByRole("button", { name: "Stop 1…" }));
    const one = await screen.findByRole("dialog", { name: "Stop 1 agent?" });
    expect(within(one).getByRole("list", { name: "1 agent" }).textContent).toContain("lon-dock-01");
    expect(ledger.getSnapshot()).toEqual([]);
  });
});
