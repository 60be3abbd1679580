import { screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as EdgePage } from "../edge/edge-page.tsx";
import { Component as NewPage } from "../edge-form/edge-new-page.tsx";
import { Component } from "./edges-page.tsx";

let server: Awaited<ReturnType<typeof startFaultServer>>;
const absent = json(404, { msg: "not here", status_code: 404 });
beforeAll(async () => {
  server = await startFaultServer(absent);
});
afterAll(() => server.close());
afterEach(forgetConnection);
beforeEach(() => {
  server.answerWith(absent);
  setConnection({ baseUrl: server.origin, key: "gh2_key", versionHeader: "V" }, { remember: false });
});

const routes = [
  { path: paths.edges, Component },
  { path: paths.edgeNew, Component: NewPage },
  { path: paths.httpsEdge, Component: EdgePage },
];

describe("a service without edges", () => {
  // Cause: New edge was offered in full. Law: what a service lacks is not offered.
  it("is offered no new edge, and says why", async () => {
    server.answerWith((request, response) =>
      request.url?.startsWith("/endpoints")
        ? json(200, { endpoints: [], uri: "/endpoints", next_page_uri: null })(request, response)
        : absent(request, response),
    );
    renderInApp(null, { path: href.edges(), routes });
    expect(await screen.findByRole("heading", { name: "No edges found" })).toBeDefined();
    expect(screen.queryByRole("link", { name: "Create edge" })).toBeNull();
    const button = screen.getByRole("button", { name: "Create edge" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });

  // Cause: a 404 on create was shown as the bare refusal. Law: a service may lack an extension
  // (decisions/api/extensions.md).
  it("says that it has none to create, and keeps what was typed", async () => {
    const { user } = renderInApp(null, { path: href.edgeNew(), routes });
    await user.type(screen.getByLabelText("Description"), "Planning");
    await user.type(screen.getByLabelText("Addresses 1"), "planning.example");
    await user.click(screen.getByRole("button", { name: "Create HTTPS edge" }));
    expect(await screen.findByText("No HTTPS edge can be created in this service")).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Description").value).toBe("Planning");
  });
});

describe("an edge", () => {
  // Cause: its id stood for its name beside the id itself. Law: nothing is said twice.
  it("that is unknown has its kind for a heading, and its id once beside it", async () => {
    renderInApp(null, { path: href.httpsEdge("edghts_nothing"), routes });
    expect(await screen.findByRole("heading", { name: "No such HTTPS edge" })).toBeDefined();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("HTTPS edge");
  });
});
