import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { requestNothing } from "#api/request-nothing.ts";
import { HttpsEdge, TlsEdge } from "#contract/edge.ts";
import { renderInApp } from "#testing/render.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { Component as RouteNewPage } from "#pages/route-form/route-new-page.tsx";
import { Component } from "./edge-new-page.tsx";

connectedService();

// Cause: an undo deleted the edge and left the person on its page, which had nothing to show. Law: after an undo you are
// where the thing was, unless you went elsewhere meanwhile.
it.each([
  { from: "its page", goTo: (_id: string) => "", leads: href.edges() },
  {
    from: "a page below it",
    goTo: (id: string) => href.edgeModule("https", id, "mutual_tls"),
    leads: href.edges(),
  },
  { from: "elsewhere", goTo: (_id: string) => href.keys(), leads: href.keys() },
])("undoing an edge from $from leads to $leads", async ({ goTo, leads }) => {
  const shown = [paths.edges, paths.httpsEdge, paths.httpsEdgeModule, paths.keys];
  const { user, router } = renderInApp(null, {
    path: href.edgeNew(),
    routes: [
      { path: paths.edgeNew, Component },
      ...shown.map((path) => ({ path, element: <h1>{path}</h1> })),
    ],
  });
  await user.type(await screen.findByRole("textbox", { name: /Addresses/ }), "undone.northwind.example");
  await user.click(screen.getByRole("button", { name: "Create HTTPS edge" }));
  await screen.findByRole("heading", { name: paths.httpsEdge });
  const id = router.state.location.pathname.split("/").at(-1) ?? "";
  const next = goTo(id);
  if (next !== "") await act(() => router.navigate(next));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText(/^Undone: HTTPS edge .* deleted$/, { selector: "output span" });
  await waitFor(() => expect(router.state.location.pathname).toBe(leads));
});

// Cause: the undo of an edge deleted it and dropped the route being typed below it, without a question. Law: nothing that was
// typed is lost without asking, and who stays has lost nothing.
it("undoing an edge asks before it leaves a filled form, and is not done when one stays", async () => {
  const { user, router } = renderInApp(null, {
    path: href.edgeNew(),
    routes: [
      { path: paths.edgeNew, Component },
      { path: paths.routeNew, Component: RouteNewPage },
      ...[paths.edges, paths.httpsEdge].map((path) => ({ path, element: <h1>{path}</h1> })),
    ],
  });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  await user.type(await screen.findByRole("textbox", { name: /Addresses/ }), "asked.northwind.example");
  await press("Create HTTPS edge");
  await screen.findByRole("heading", { name: paths.httpsEdge });
  const page = router.state.location.pathname;
  await act(() => router.navigate(`${page}/routes/new`));
  await user.type(await screen.findByLabelText("Path"), "/typed");
  await press("Undo");
  await press("Stay");
  expect(screen.getByLabelText<HTMLInputElement>("Path").value).toBe("/typed");
  await request({ method: "GET", path: page, answer: HttpsEdge });
  await press("Undo");
  await press("Discard changes");
  await screen.findByText("Undone: HTTPS edge asked.northwind.example deleted");
  expect(router.state.location.pathname).toBe(href.edges());
});

// Cause: its route's "created · Undo" stayed when an edge was undone, and failed with a 404 again and again. Law: no message
// outlives what it tells, and what is gone is undone.
it.each([
  { by: "the undo of its edge", nth: 0, says: "HTTPS edge undone.northwind.example deleted" },
  { by: "someone else", nth: 1, says: "route undone.northwind.example/ deleted" },
])("a new route has no Undo to fail once it is deleted by $by", async ({ nth, says }) => {
  const { user, router } = renderInApp(null, {
    path: href.edgeNew(),
    routes: [
      { path: paths.edgeNew, Component },
      { path: paths.routeNew, Component: RouteNewPage },
      ...[paths.edges, paths.httpsEdge, paths.route].map((path) => ({ path, element: <h1>{path}</h1> })),
    ],
  });
  const host = "undone.northwind.example";
  await user.type(await screen.findByRole("textbox", { name: /Addresses/ }), host);
  await user.click(screen.getByRole("button", { name: "Create HTTPS edge" }));
  await screen.findByText(`HTTPS edge ${host} created`);
  const edge = router.state.location.pathname.split("/").at(-1) ?? "";
  await act(() => router.navigate(href.routeNew(edge)));
  await user.type(await screen.findByLabelText("Path"), "/");
  await user.click(await screen.findByRole("button", { name: "Create route" }));
  await screen.findByText(`Route ${host}/ created`);
  const undo = screen.getAllByRole("button", { name: "Undo" })[nth];
  if (nth === 1) await requestNothing({ method: "DELETE", path: `/edges/https/${edge}` });
  await user.click(undo as HTMLElement);
  if (nth === 0) {
    // Cause: the undo of an edge deleted the route that was created since, unasked and unnamed. Law: what goes along is counted
    // and asked about, and stays with its message until that is agreed to.
    await screen.findByText(`HTTPS edge ${host} has 1 route now. Delete everything?`);
    screen.getByText(`Route ${host}/ created`);
    await request({ method: "GET", path: `/edges/https/${edge}`, answer: HttpsEdge });
    await user.click(screen.getByRole("button", { name: "Delete all" }));
  }
  await screen.findByText(`Undone: ${says}`);
  expect(screen.queryByText(`Route ${host}/ created`)).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

// Cause: nothing typed made an edge that gets no traffic, called by its id. Law: what can't work is asked about first.
it("an edge without an address is created only after a question", async () => {
  const { user } = renderInApp(<Component />);
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  await press("Create HTTPS edge");
  await screen.findByRole("dialog", { name: "Create HTTPS edge without an address?" });
  await press("Cancel");
  expect(screen.queryByText(/ created$/)).toBeNull();
  await press("Create HTTPS edge");
  await screen.findByRole("dialog");
  await press("Create without address");
  expect(await screen.findByText("HTTPS edge without an address created")).toBeDefined();
});

// Cause: a port that the service never opens was taken without a word, and the example had one. Law: what nobody can reach is told at its field.
it("a TCP port that is not open is told, with those that are", async () => {
  const client = createQueryClient();
  const edge = { unapplied: [], listens: ["tcp"], tcpPorts: [13_000, 13_999] };
  client.setQueryData(appConfigQuery.queryKey, { ...getConnection()!, edge });
  const { user } = renderInApp(<Component />, { client, path: `${href.edgeNew()}?kind=tcp` });
  const input = await screen.findByRole<HTMLInputElement>("textbox", { name: /Addresses/ });
  expect(input.placeholder).toBe("tcp.example.com:13000");
  await user.type(input, "tcp.acme.example:13001");
  expect(screen.queryByText(/not open/)).toBeNull();
  await user.clear(input);
  await user.type(input, "tcp.acme.example:25000");
  expect(screen.getByText("Port 25000 is not open. Use one of 13000–13999.")).toBeDefined();
  // Cause: a port beyond 65535, or of a wildcard, was told as not open too. Law: one message for one fault.
  for (const refused of ["tcp.acme.example:70000", "*.acme.example:25000", "tcp.acme.example:443"]) {
    await user.clear(input);
    await user.type(input, refused);
    expect(screen.queryByText(/not open/)).toBeNull();
  }
});

// Cause: an edge was "Online" at an address that led nowhere, as nothing said that its name has to lead to the edge. Law: what is needed
// elsewhere is said where an address is typed.
it.each([
  [["https", "tcp"], true],
  [["http"], false],
])("the form says what an address needs where the service's edge listens: %s", async (listens, isSaid) => {
  vi.stubGlobal("isSecureContext", true);
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...getConnection()!, edge: { unapplied: [], listens } });
  for (const kind of ["https", "tls", "tcp"]) {
    const { unmount } = renderInApp(<Component />, { client, path: `${href.edgeNew()}?kind=${kind}` });
    await screen.findByRole("textbox", { name: /Addresses/ });
    const said = "Point their DNS at this edge. To try one on this computer, end it in .localhost.";
    expect(screen.queryByText(said) !== null).toBe(isSaid);
    unmount();
  }
  vi.unstubAllGlobals();
});

describe("a hostport that is taken", () => {
  // Cause: who has it was named by a bare id in the refusal. Law: every reference is a link, by its name.
  it("leads to the edge that has it, and stays typed", async () => {
    const hostport = "taken.northwind.example:443";
    const edge = await request({
      method: "POST",
      path: "/edges/tls",
      body: { hostports: [hostport] },
      answer: TlsEdge,
    });
    const { user } = renderInApp(<Component />);
    const input = screen.getByRole<HTMLInputElement>("textbox", { name: /Addresses/ });
    await user.type(input, hostport.toUpperCase());
    expect(screen.getByText(/Will be saved as/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Create HTTPS edge" }));
    const link = await screen.findByRole("link", { name: "taken.northwind.example" });
    expect(link.closest("p")?.textContent).toBe(
      "Address 1: already served by edge taken.northwind.example. Choose another address.",
    );
    // Cause: "Saved as …" stood under a refusal. Law: what can't be saved is not told as saved.
    expect(screen.queryByText(/saved as/i)).toBeNull();
    expect(document.body.textContent).not.toContain(edge.id);
    expect(link.getAttribute("href")).toBe(`/edges/tls/${edge.id}`);
    expect(input.value).toBe(hostport.toUpperCase());
  });

  // Cause: `https://Shop.example/` was refused. Law: what is clearly meant is taken, and the form says as what.
  it("is taken as it is pasted, and the form says how it is saved", async () => {
    const { user } = renderInApp(<Component />);
    await user.type(screen.getByRole("textbox", { name: /Addresses/ }), "https://Shop.northwind.example/");
    expect(screen.getByText("shop.northwind.example:443")).toBeDefined();
    // Cause: how it is saved stood between two sentences of the hint. Law: the hint is one text, what was typed comes after it.
    expect(document.querySelector("[id$=-hint]")?.textContent).toMatch(
      /Paste several, one per line\.\s*Will be saved as shop\.northwind\.example:443$/,
    );
    await user.click(screen.getByRole("button", { name: "Create HTTPS edge" }));
    expect(await screen.findByText("HTTPS edge shop.northwind.example created")).toBeDefined();
  });

  // Cause: an address that another row has was promised to be saved, twice, and refused by Create. Law: what can't be saved is not told as
  // saved, and a list that some of it is in names all of it.
  it("is told at once where another row has it", async () => {
    const client = createQueryClient();
    const edge = { unapplied: [], httpsPort: 6301 };
    client.setQueryData(appConfigQuery.queryKey, {
      ...DEFAULT_CONFIG,
      baseUrl: getConnection()!.baseUrl,
      edge,
    });
    const { user } = renderInApp(<Component />, { client });
    const hint = () => document.querySelector("[id$=-hint]")?.textContent;
    await user.click(await screen.findByRole("textbox", { name: "Addresses 1" }));
    await user.paste("https://bulk.localhost/\nbulk2.localhost:443\nBULK.localhost");
    expect(hint()).toMatch(/listens\.Address 3: the same as address 1\. Remove one of them\.$/);
    await user.click(screen.getByRole("button", { name: "Remove address 3" }));
    expect(hint()).toMatch(
      /Will be saved as bulk\.localhost:443, bulk2\.localhost:443\. Their URLs: https:\/\/bulk\.localhost:6301, https:\/\/bulk2\.localhost:6301$/,
    );
  });

  // Cause: an address copied from the console has the port of its edge, and was refused without a reason. Law: what a field takes it says.
  // Cause: the command for a new edge has :443, which the API wants, and the form said to leave the port out. Law: what is asked for in two
  // places is the same.
  it("is without the port at which the edge listens, and the form says so", async () => {
    const client = createQueryClient();
    const edge = { unapplied: [], httpsPort: 5301 };
    client.setQueryData(appConfigQuery.queryKey, {
      ...DEFAULT_CONFIG,
      baseUrl: getConnection()!.baseUrl,
      edge,
    });
    const { user } = renderInApp(<Component />, { client });
    expect(
      await screen.findByText("Leave out the port, or use 443. URLs get port 5301, where this edge listens."),
    ).toBeDefined();
    // Cause: an example with :443, a hint about 5301 and "saved as …:443" left open which URL comes of it. Law: what will be is told whole.
    const input = screen.getByRole<HTMLInputElement>("textbox", { name: /Addresses/ });
    expect(input.placeholder).toBe("app.example.com");
    const hint = () => document.querySelector("[id$=-hint]")?.textContent;
    await user.type(input, "Shop.northwind.example");
    expect(hint()).toMatch(
      /Will be saved as shop\.northwind\.example:443\. Its URL: https:\/\/shop\.northwind\.example:5301$/,
    );
    await user.clear(input);
    await user.type(input, "shop.northwind.example:443");
    expect(hint()).toMatch(/listens\.Its URL: https:\/\/shop\.northwind\.example:5301$/);
    await user.clear(input);
    await user.type(input, "shop.northwind.example:5301");
    expect(hint()).not.toMatch(/saved as|URL:/);
  });
});
