// Cause: a dialog that creates counted as done as soon as it had sent, so a key refused by that very answer (401) led to
// /connect and took what was typed along. Law: typed input outlives a refused key.
import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { forgetConnection } from "#api/connection.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { routes } from "./router.tsx";

const server = connectedServer();

it.each([
  { path: "/ip-policies/new", create: "Create IP policy" },
  { path: "/authtokens/new", create: "Create authtoken" },
])("$path keeps what was typed when its own request is refused with 401", async ({ path, create }) => {
  let isRefused = false;
  const refused = { status_code: 401, msg: "No key has this token. Check it.", details: {} };
  server.answerWith((request, response) => {
    const name = request.url?.split(/[/?]/)[1] ?? "";
    isRefused ||= request.method === "POST";
    if (isRefused) json(401, refused)(request, response);
    else json(200, { [name]: [], uri: `/${name}`, next_page_uri: null })(request, response);
  });
  const { user, router } = renderInApp(null, { path, routes });
  const form = within(await screen.findByRole("dialog", { name: /^New / }));
  const [field] = await form.findAllByRole("textbox");
  await user.type(field!, "Half typed");
  await user.click(form.getByRole("button", { name: create }));
  // Cause: five sentences, two of them on what to do. Law: what happened, then what to do.
  expect((await screen.findByText(/^The service refused your key: /)).textContent).toMatch(
    /: No key has this token\. Sign in with a key of the same account to save the new [\w ]+\.$/,
  );
  expect(router.state.location.pathname).toBe(path);
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  const again = within(await screen.findByRole("dialog", { name: /^New / }));
  expect(again.getAllByRole<HTMLInputElement>("textbox")[0]?.value).toBe("Half typed");
});

// Cause: what a save failed with stayed until the next edit, and a request without a key was told as a key that the service refused.
// Law: a refusal of the last key goes once another is accepted; signing out is told in the same words at every save.
it("drops the refusal once another key is accepted, and never takes signing out for one", async () => {
  const refused = { status_code: 403, error_code: "ERR_GATEHOUSE_203", msg: "Your key was disabled." };
  server.answerWith((request, response) => {
    const name = request.url?.split(/[/?]/)[1] ?? "";
    const isBad = request.headers.authorization !== "Bearer good" && request.method === "POST";
    const bad = isBad || request.headers.authorization === "Bearer bad";
    json(bad ? 403 : 200, bad ? refused : { [name]: [], uri: `/${name}`, next_page_uri: null })(
      request,
      response,
    );
  });
  const { user } = renderInApp(null, { path: "/authtokens/new", routes });
  const form = within(await screen.findByRole("dialog", { name: "New authtoken" }));
  await user.type((await form.findAllByRole("textbox"))[0]!, "Half typed");
  const failed = () => screen.queryByText("Could not create the authtoken");
  const signIn = async (key: string) => {
    const dialog = within(await screen.findByRole("dialog", { name: "Sign in again" }));
    await user.type(dialog.getByLabelText("API key"), key);
    await user.click(dialog.getByRole("button", { name: "Sign in" }));
    return dialog;
  };
  await user.click(form.getByRole("button", { name: "Create authtoken" }));
  await screen.findByText(/^The service refused your key: Your key was disabled\./);
  expect(failed()).not.toBeNull();
  await signIn("good");
  expect(await screen.findByRole("dialog", { name: "New authtoken" })).toBeDefined();
  expect(failed()).toBeNull();

  act(forgetConnection);
  await screen.findByText(/^You signed out in another tab\. Sign in with a key of the same account to save /);
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  await user.click(await screen.findByRole("button", { name: "Create authtoken" }));
  await screen.findByText(/^You signed out in another tab\. Sign in with a key of the same account to save /);
  const dialog = await signIn("bad");
  expect(await dialog.findByText("Could not sign in")).toBeDefined();
  expect(dialog.queryByText(/^You signed out/)).toBeNull();
  await user.clear(dialog.getByLabelText("API key"));
  await signIn("good");
  expect(await screen.findByRole("dialog", { name: "New authtoken" })).toBeDefined();
  expect(failed()).toBeNull();
});
