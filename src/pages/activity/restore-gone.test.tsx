// Cause: a route whose backend was deleted too was offered for restore without a word, and refused in the API's words. Law: what is
// known to be in the way is said before, and by its name.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./activity-page.tsx";

connectedService();
const call = (method: "POST", path: string, body: object) => request<{ id: string }>({ method, path, body });
const remove = (path: string) => request({ method: "DELETE", path });
const backend = () =>
  call("POST", "/backends/tunnel_group", { description: "shop", labels: { app: "shop" } });

/** The events of an object. */
const open = (id: string) =>
  renderInApp(null, {
    path: href.activity(`?object_id=${id}`),
    routes: [
      { path: paths.activity, Component },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
  });

/** The question before the deletion of an object is taken back. */
async function ask(id: string) {
  const { user } = open(id);
  const [newest] = await screen.findAllByRole("button", { name: /^Details of/ });
  await user.click(newest ?? document.body);
  await user.click(await screen.findByRole("button", { name: "Restore…" }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

it("names the backend that a route has lost, before and after", async () => {
  const { id: shop } = await backend();
  const { id: edge } = await call("POST", "/edges/https", { hostports: ["shop.example:443"] });
  const module = { backend: { backend_id: shop } };
  await call("POST", `/edges/https/${edge}/routes`, { match_type: "path_prefix", match: "/", ...module });
  await remove(`/edges/https/${edge}`);
  await remove(`/backends/tunnel_group/${shop}`);
  const { user, dialog } = await ask(edge);
  await dialog.findByText("The backend “shop” was deleted. The form asks for another.");
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  const said = await screen.findByText(/^shop\.example\/ was not restored/);
  expect(said.textContent).toContain(
    ": its backend “shop” was deleted. Choose another, or restore it in Activity.",
  );
});

it("does not offer an edge that the service would refuse", async () => {
  const { id: shop } = await backend();
  const { id: edge } = await call("POST", "/edges/tls", {
    hostports: ["tls.example:443"],
    backend: { backend_id: shop },
  });
  await remove(`/edges/tls/${edge}`);
  await remove(`/backends/tunnel_group/${shop}`);
  const { dialog } = await ask(edge);
  await dialog.findByText("Its backend “shop” was deleted. Create a new edge with another.");
  expect(dialog.getByRole("button", { name: "Restore" }).getAttribute("aria-disabled")).toBe("true");
});

// Cause: an edge that was restored, and whose address it has again, was offered for restore once more, and refused only then. Law: what
// can't be done is not offered, and what stands in its way is named and linked.
it("does not offer an edge whose address another has, and says which", async () => {
  const hostports = ["again.example:443"];
  const make = () => call("POST", "/edges/https", { hostports });
  const { id } = await make();
  await remove(`/edges/https/${id}`);
  // What is on hand is older: the question reads it again.
  const { user, unmount } = open(id);
  const details = async () => user.click((await screen.findAllByRole("button", { name: /^Details of/ }))[0]!);
  await details();
  const restore = await screen.findByRole("button", { name: "Restore…" });
  const { id: holder } = await make();
  await user.click(restore);
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/^Its address is in use:/);
  await dialog.findByRole("link", { name: "again.example" });
  expect(dialog.getByRole("button", { name: "Restore" }).getAttribute("aria-disabled")).toBe("true");
  unmount();

  open(id);
  await details();
  const said = await screen.findByText(/^Its address is in use:/);
  const link = await within(said).findByRole("link", { name: "again.example" });
  expect(link.getAttribute("href")).toBe(href.httpsEdge(holder));
  expect(screen.queryByRole("button", { name: "Restore…" })).toBeNull();
});
