import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { makeWorld } from "#service/testing/conformance/world.ts";
import { Component } from "./event-subscriptions-page.tsx";

const app = connectedApp();

it("says of one without events that nothing is sent", async () => {
  // Cause: a subscription to no event at all had a green "Delivered". Law: what never sends anything says so.
  const world = makeWorld(app);
  const { id: destination } = await world.make("/event_destinations");
  const one = await world.make("/event_subscriptions", {}, { sources: [], destination_ids: [destination] });
  renderInApp(null, {
    path: href.eventSubscriptions(`?open=${one.id}`),
    routes: [{ path: paths.eventSubscriptions, Component }],
  });
  expect(await screen.findByText("No events")).toBeTruthy();
  expect(await screen.findByText("No events: nothing is sent")).toBeTruthy();
});
