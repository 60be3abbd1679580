import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./overview-page.tsx";

connectedService({ demo: 24 });

// Cause: what needs attention was an empty box until the code of its lines was there. Law: until something is known, it says that it
// checks.
it("says that it checks until it has lines", async () => {
  const empty = new Set<string>();
  const look = new MutationObserver(() => {
    const panel = [...document.querySelectorAll("h2")]
      .find((one) => one.textContent === "Needs attention")
      ?.closest("section");
    const said = panel?.querySelector("p, ul > li");
    if (panel && !said) empty.add(panel.innerHTML);
  });
  look.observe(document.body, { subtree: true, childList: true, characterData: true });
  const client = createQueryClient();
  await client.fetchQuery(tunnelSessions.query);
  renderInApp(null, { client, path: href.home(), routes: [{ path: paths.home, element: <Component /> }] });
  expect(await screen.findByText("Checking…")).toBeTruthy();
  await screen.findByText(/can be updated$/, { selector: "strong *" });
  await waitFor(() => expect(screen.queryByText("Checking…")).toBeNull());
  look.disconnect();
  expect([...empty]).toEqual([]);
});
