// Cause: "Try an address" led to the top of a page that has it far below. Law: a link goes to what it names, also where that is
// loaded later.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { href } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { AddressPanel } from "./address-panel.tsx";

connectedServer();
const panel = <AddressPanel groups={[]} nameOf={(id) => id} address="" onTest={() => undefined} />;

it("has the focus where its link was followed, and only then", async () => {
  const plain = renderInApp(panel, { path: href.ipRules() });
  expect(document.activeElement).not.toBe(await screen.findByLabelText("Source address"));
  plain.unmount();
  renderInApp(panel, { path: href.ipRules("#lab") });
  expect(document.activeElement).toBe(await screen.findByLabelText("Source address"));
});
