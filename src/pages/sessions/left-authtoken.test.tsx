// Cause: leaving Add agent left an authtoken behind that serves everything and whose token nobody has; nothing said how much it
// serves. Law: what is created says what it may do, and is deleted by who leaves it unused.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { reloadIsAsked } from "#testing/reload-asked.ts";
import { renderInApp } from "#testing/render.tsx";
import { AgentSteps } from "./first-agent.tsx";

const server = connectedServer();
const at = "2026-11-21T14:00:00Z";
/** What was deleted, of a service that answers a deletion with `status`. */
const deletions = () => server.seen.filter(({ method }) => method === "DELETE").map(({ url }) => url);
const answerDeletions = (status: number) =>
  server.answerWith((request, response) => {
    const made = { id: "cr_new", uri: "", created_at: at };
    if (request.method === "DELETE" && status === 204) response.writeHead(204).end();
    else if (request.method === "DELETE")
      json(status, { status_code: status, msg: "no", details: {} })(request, response);
    else if (request.method === "POST") json(201, { ...made, token: "gha_new" })(request, response);
    else if (request.url?.endsWith("/cr_new")) json(200, made)(request, response);
    else json(200, { tunnel_sessions: [], credentials: [], uri: "", next_page_uri: null })(request, response);
  });

/** The question of leaving with an authtoken that was not copied. */
async function leaving(state?: object) {
  const app = renderInApp(<AgentSteps added={null} />);
  expect(screen.getByText(/This one can serve everything\. To limit it, edit it under/)).toBeDefined();
  await app.user.click(screen.getByRole("button", { name: "Create authtoken" }));
  await screen.findByText("Done");
  // The question stands ready once this does.
  await waitFor(() => expect(reloadIsAsked()).toBe(true));
  void app.router.navigate("/elsewhere", { state });
  // Cause: "Leave without saving?", with "Delete authtoken", where nothing was unsaved. Law: a question names what is lost, its button
  // all that it does.
  await screen.findByRole("dialog", {
    name: state ? "Sign out without the authtoken?" : "Leave without the authtoken?",
  });
  return app;
}

it("is deleted, and may be tried again", async () => {
  answerDeletions(409);
  const { user, router } = await leaving();
  await user.click(screen.getByRole("button", { name: "Delete authtoken and leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
  await screen.findByText(/delete the authtoken\./);
  answerDeletions(204);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Authtoken deleted");
  expect(deletions()).toEqual(["/credentials/cr_new", "/credentials/cr_new"]);
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("cr_new");
});

it("is left to who signs out, and found again", async () => {
  answerDeletions(204);
  const before = deletions().length;
  const { user, router } = await leaving({ signOut: true });
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
  expect(deletions()).toHaveLength(before);
  expect(JSON.stringify(Object.entries(sessionStorage))).toContain("cr_new");
});
