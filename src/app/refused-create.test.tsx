// Cause: a dialog that creates counted as done as soon as it had sent, so a key refused by that very answer (401) led to
// /connect and took what was typed along. Law: typed input outlives a refused key.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { routes } from "./router.tsx";

const server = connectedServer();

it.each([
  { path: "/ip-policies/new", create: "Create policy" },
  { path: "/authtokens/new", create: "Create authtoken" },
])("$path keeps what was typed when its own request is refused with 401", async ({ path, create }) => {
  let isRefused = false;
  const refused = { status_code: 401, msg: "No key has this token.", details: {} };
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
  expect(await screen.findByText(/^The service refused your key: /)).toBeDefined();
  expect(router.state.location.pathname).toBe(path);
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  const again = within(await screen.findByRole("dialog", { name: /^New / }));
  expect(again.getAllByRole<HTMLInputElement>("textbox")[0]?.value).toBe("Half typed");
});
