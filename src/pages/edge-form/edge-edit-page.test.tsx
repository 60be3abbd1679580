// Cause: an address that never served was asked about as one that goes offline, and the one in its place was not named. Law: a
// confirmation says the consequence, all of it and nothing else.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./edge-edit-page.tsx";

const AT = "2026-01-02T03:04:05Z";
const server = connectedServer();
const ref = (id: string) => ({ id, uri: `/${id}` });

/** Puts another address in place of that of an edge whose backend an agent serves, or has none. */
async function moveAddress(backend: object | null) {
  const edge = { ...ref("edgtls_1"), created_at: AT, hostports: ["old.example:443"], backend };
  const tunnels = [{ ...ref("tn_1"), started_at: AT, backends: [ref("bkdtg_1")] }];
  server.answerWith((asked, response) => {
    const isEdge = asked.url?.startsWith("/edges/tls/edgtls_1");
    const isList = asked.url?.startsWith("/tunnels");
    const answer = isEdge ? edge : isList ? { tunnels, uri: "/", next_page_uri: null } : null;
    return (answer ? json(200, answer) : json(404, {}))(asked, response);
  });
  const { user } = renderInApp(null, {
    path: href.edgeEdit("tls", "edgtls_1"),
    routes: [{ path: paths.tlsEdgeEdit, Component }],
  });
  const address = await screen.findByLabelText("Addresses 1");
  await user.clear(address);
  await user.type(address, "new.example");
  return user;
}

it("takes an address that served nothing and does not ask", async () => {
  const user = await moveAddress(null);
  await screen.findByText("1 address is removed:");
  expect(screen.queryByText(/offline/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.seen.map(({ method }) => method)).toContain("PATCH"));
});

it("asks before an address goes offline, and names the one in its place", async () => {
  const user = await moveAddress({ enabled: true, backend: ref("bkdtg_1") });
  await screen.findByText(/address goes offline/);
  await user.click(screen.getByRole("button", { name: "Save" }));
  const question = await screen.findByRole("dialog");
  expect(question.textContent).toContain("1 address goes offline: old.example:443");
  expect(question.textContent).toContain("1 address is added: new.example:443");
});
