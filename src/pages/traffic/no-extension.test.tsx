// Cause: a service that keeps no requests looked like an account without any. Law: the page says that it can't list them.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./traffic-page.tsx";

const server = connectedServer();

it("says so where the service has no such list", async () => {
  server.answerWith(json(404, { error_code: "ERR_1", status_code: 404, msg: "No such path." }));
  renderInApp(<Component />);
  expect(await screen.findByRole("heading", { name: "This service can’t list requests" })).toBeDefined();
});
