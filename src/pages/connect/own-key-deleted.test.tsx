// Cause: who had just deleted the key of the console read in red that the service no longer accepts it, and was led back to the page
// of that key. Law: what one did is no failure; it goes on at the list.
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { DEFAULT_CONFIG, appConfigQuery } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { forgetConnection, getConnection, setConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { DeleteKeyDialog } from "#components/delete-key-dialog.tsx";
import { DeleteStep } from "#pages/key-rotate/delete-step.tsx";
import { ownKey } from "#resources/own-key.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as ConnectPage } from "./connect-page.tsx";

const service = connectedService();
afterEach(() => {
  ownKey.deleted = false;
});

type Made = { id: string; uri: string; token: string; created_at: string };
const create = () => request<Made>({ method: "POST", path: "/api_keys", body: {} });

// Cause: so it was after a rotation.
it.each([false, true])(
  "says that the key was deleted, then goes to the list of keys; rotated: %s",
  async (rotated) => {
    const [made, other] = await Promise.all([create(), create()]);
    const place = getConnection() ?? { ...DEFAULT_CONFIG, key: "" };
    setConnection({ ...place, key: made.token }, { remember: false });
    const client = createQueryClient();
    client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl: place.baseUrl });
    const routes = [
      { path: "/connect", element: <ConnectPage /> },
      { path: "/keys", element: <p>the keys</p> },
      {
        path: "*",
        element: rotated ? (
          <DeleteStep old={made} newId={other.id} onGone={() => {}} />
        ) : (
          <DeleteKeyDialog apiKey={made} onClose={() => {}} />
        ),
      },
    ];
    const { user, router } = renderInApp(null, { path: `/keys/${made.id}`, routes, client });
    if (rotated) await user.click(await screen.findByRole("button", { name: "Delete old key…" }));
    await user.click(await screen.findByRole("button", { name: /^Delete (?:old )?key$/ }));
    await screen.findByText(/deleted$/);
    const refused = { msg: "No API key has this token.", status: 401 };
    await router.navigate(`/connect?next=%2Fkeys%2F${made.id}`, { state: { refused } });
    expect(await screen.findByText(/^You deleted the key this console used/)).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
    await user.type(screen.getByLabelText("API key"), `${service.key}{Enter}`);
    expect(await screen.findByText("the keys")).toBeDefined();
  },
);

// Cause: "You are signed in" stood over "You deleted the key this console used", where another tab had handed that key over once more.
// Law: who holds a refused key is not signed in.
it("does not call who holds the refused key signed in", async () => {
  const place = getConnection() ?? { ...DEFAULT_CONFIG, key: "" };
  setConnection({ ...place, key: "gh2_gone" }, { remember: false });
  forgetConnection(true);
  setConnection({ ...place, key: "gh2_gone" }, { remember: false });
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl: place.baseUrl });
  renderInApp(<ConnectPage />, { client });
  expect(await screen.findByLabelText("API key")).toBeDefined();
  expect(screen.queryByText(/^You are signed in to/)).toBeNull();
});
