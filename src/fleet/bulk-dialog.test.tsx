// Cause: a bulk command that waited for a rate limit could not be left for minutes, and "You can close this" was said over a Close that
// was disabled. Law: what has not begun can be called off, is told as not sent, and only what can be closed is said to be.
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { departures } from "./departures.ts";
import { withUpdates } from "./heard-updates.ts";
import { restored } from "./ledger.ts";
import { ledger } from "./use-fleet.ts";
import { published } from "./use-published.ts";

const server = connectedServer();
afterEach(ledger.clear);

const sessions = ["a", "b", "c", "d", "e", "f"].map((host) => ({
  id: `ts_${host}`,
  uri: "",
  agent_version: "3.18.2",
  ip: "203.0.113.15",
  os: "linux",
  region: "eu",
  metadata: host,
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
}));

it("can be called off while it waits for a rate limit, and sends the rest on request", async () => {
  let limited = true;
  let sent = 0;
  server.answerWith((request, response) => {
    if (request.method !== "POST") {
      const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
      const items = name === "tunnel_sessions" ? sessions : [];
      return json(200, { [name]: items, uri: "", next_page_uri: null })(request, response);
    }
    sent += 1;
    if (limited && sent > 2)
      return json(429, { msg: "Slow down." }, { "retry-after": "300" })(request, response);
    return json(204, {})(request, response);
  });
  const { user } = renderInApp(<BulkDialog kind="restart" sessions={sessions} onClose={() => undefined} />);
  const send = await screen.findByRole("button", { name: "Restart 6 agents" });
  await waitFor(() => expect(send.getAttribute("aria-disabled")).toBeNull());
  await user.click(send);
  const dialog = within(screen.getByRole("dialog"));
  const press = async (name: string) => user.click(await dialog.findByRole("button", { name }));
  await dialog.findByText(/^Rate limit reached/);
  expect(dialog.queryByText(/You can close this/)).toBeNull();
  await press("Cancel the rest");
  await dialog.findByText("2 of 6 agents answered, 4 not sent. You can close this. We keep watching.");
  expect(dialog.getAllByText("Not sent")).toHaveLength(4);
  expect(ledger.getSnapshot()).toHaveLength(2);
  expect(dialog.getByRole("button", { name: "Close" }).getAttribute("aria-disabled")).toBeNull();
  limited = false;
  await press("Send the rest");
  await waitFor(() => expect(dialog.queryByText("Not sent")).toBeNull());
  await dialog.findByText("6 of 6 agents answered. You can close this. We keep watching.", {});
});

// Cause: an agent that died while the question was open was still counted, and told. Law: what is asked is what can be done now.
it("leaves out an agent that goes offline while the question is open", async () => {
  const told: string[] = [];
  server.answerWith((request, response) => {
    if (request.method === "POST") told.push(request.url ?? "");
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const items = name === "tunnel_sessions" ? sessions : [];
    const answer =
      request.method === "POST" ? json(204, {}) : json(200, { [name]: items, next_page_uri: null });
    return answer(request, response);
  });
  onTestFinished(() => departures.set([]));
  const { user } = renderInApp(
    <BulkDialog kind="restart" sessions={sessions.slice(0, 2)} onClose={() => undefined} />,
  );
  await screen.findByRole("button", { name: "Restart 2 agents" });
  act(() => departures.set([{ session: sessions[0]!, seenAt: 1, leftAt: 2 }]));
  const send = await screen.findByRole("button", { name: "Restart 1 agent" });
  screen.getByText("1 skipped");
  await waitFor(() => expect(send.getAttribute("aria-disabled")).toBeNull());
  await user.click(send);
  await screen.findByText("1 of 1 agent answered. You can close this. We keep watching.");
  expect(told).toEqual(["/tunnel_sessions/ts_b/restart"]);
});

// Cause: an agent for whose version no release is known was "Up to date" where the releases were read after the question opened.
// Law: what is not known yet is said once it is.
it("says that no release is known once the releases are read", async () => {
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const items = name === "tunnel_sessions" ? sessions : [];
    return json(200, { [name]: items, next_page_uri: null })(request, response);
  });
  const old = { ...sessions[0]!, agent_version: "0.1.0" };
  const client = createQueryClient();
  client.setQueryDefaults(published.queryKey, { enabled: false });
  renderInApp(<BulkDialog kind="update" sessions={[old]} onClose={() => undefined} />, { client });
  await screen.findByText("Up to date.");
  act(() => void client.setQueryData(published.queryKey, ["3.18.2"]));
  expect(await screen.findByText("No release for 0.x. Update it on its host.")).toBeDefined();
});

// Cause: "They are ready to restart" was said of one agent. Law: what is said is in the number of those that it is of.
it.each([
  [1, /^No URL goes offline now\. It is ready to restart 10 s after the update\. Restart it to finish\.$/],
  [
    2,
    /^No URL goes offline now\. They are ready to restart 10 s after the update\. Restart them to finish\.$/,
  ],
])("says to %i what follows the update", async (count, text) => {
  server.answerWith(json(200, { tunnel_sessions: sessions, next_page_uri: null }));
  const old = sessions.slice(0, count).map((one) => ({ ...one, agent_version: "nightly" }));
  renderInApp(<BulkDialog kind="update" sessions={old} onClose={() => undefined} />);
  expect(await screen.findByText(text)).toBeDefined();
});

// Cause: from its turn until the list was read again an agent was in no list of what is sent; reloaded then, the tab told nothing of it.
// Law: of every agent that was to be told something, a reload says whether it was.
it("keeps each agent until its command is on its way", async () => {
  let holds = false;
  const held: (() => void)[] = [];
  server.answerWith((request, response) => {
    if (request.method === "POST") return json(204, {})(request, response);
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const items = name === "tunnel_sessions" ? sessions : [];
    const answer = () => json(200, { [name]: items, next_page_uri: null })(request, response);
    return holds && name === "tunnel_sessions" ? void held.push(answer) : answer();
  });
  const { user } = renderInApp(<BulkDialog kind="restart" sessions={sessions} onClose={() => undefined} />);
  const send = await screen.findByRole("button", { name: "Restart 6 agents" });
  await waitFor(() => expect(send.getAttribute("aria-disabled")).toBeNull());
  holds = true;
  await user.click(send);
  await waitFor(() => expect(held.length).toBeGreaterThan(0));
  const all = sessions.map(({ id }) => id);
  const told = () => ledger.getSnapshot().map(({ sessionId }) => sessionId);
  expect(told()).toEqual(all);
  expect(restored(ledger.getSnapshot()).map(({ state }) => state)).toEqual(
    all.map(() => ({ phase: "failed", error: { msg: "The page was reloaded before it was sent." } })),
  );
  holds = false;
  held.forEach((answer) => answer());
  await screen.findByText(/^6 of 6 agents answered/);
  expect(told().toSorted()).toEqual(all);
});

// Cause: the restart of several agents, which finishes their updates, did not say what they will run, as that of one does. Law: a question
// says what comes of it, of each that it is about.
it("says which versions a restart brings", async () => {
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const items = name === "tunnel_sessions" ? sessions : [];
    return json(200, { [name]: items, next_page_uri: null })(request, response);
  });
  const update = (id: string, state: "updated" | "updating") =>
    ({ session: { id, uri: "" }, state, version: "3.19.0" }) as const;
  const updates = [update("ts_a", "updated"), update("ts_c", "updating")];
  ledger.update((all) => withUpdates(all, updates, sessions, Date.now()));
  renderInApp(<BulkDialog kind="restart" sessions={sessions.slice(0, 3)} onClose={() => undefined} />);
  const list = await screen.findByRole("list", { name: "2 agents" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["a3.18.2 → 3.19.0ts_a", "bts_b"]);
});

// Cause: beside the versions and the ID the names of the agents were cut in a narrow window, and the ID was not. Law: what people know
// something by is never cut for what they don't.
it("names the agents whole", async () => {
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const items = name === "tunnel_sessions" ? sessions : [];
    return json(200, { [name]: items, next_page_uri: null })(request, response);
  });
  const long = { ...sessions[0]!, metadata: "jonas's laptop, not for customers" };
  renderInApp(
    <BulkDialog kind="stop" sessions={[long, ...sessions.slice(1, 3)]} onClose={() => undefined} />,
  );
  const list = await screen.findByRole("list", { name: "3 agents" });
  expect(within(list).getByText(long.metadata).className).toContain("wrap-anywhere");
  expect(list.querySelectorAll(".truncate")).toHaveLength(0);
});
