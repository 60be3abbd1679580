// Law: a session's page says what an update would install, with its notes, and how the last one went.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { UpdatePanel } from "./update-panel.tsx";

const server = connectedServer();
const session = {
  id: "ts_1",
  uri: "",
  ip: "192.0.2.7",
  os: "linux",
  region: "us",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
};
const release = { version: "1.1.0", size: 9, sha256: "a".repeat(64), notes: "Reconnects faster." };

it.each([
  // Cause: of an agent that refuses updates it was said what an update installs. Law: what is said holds for every agent.
  [null, ["1.1.0 is available", "Reconnects faster."]],
  [{ state: "updating", version: "1.1.0" }, ["Updating to 1.1.0…"]],
  [
    { state: "updated", version: "1.1.0" },
    ["1.1.0 is installed. Restart the agent to run it.", "Reconnects faster."],
  ],
  [
    { state: "failed", version: "1.1.0", reason: "The disk is full." },
    ["The update to 1.1.0 failed. The disk is full."],
  ],
  [
    { state: "rolled_back", version: "1.1.0", reason: "It was not online within 30 s." },
    ["1.1.0 was rolled back. It was not online within 30 s.", "1.1.0 is available"],
  ],
])("%j", async (last, words) => {
  server.answerWith(json(200, { uri: "", release, last }));
  renderInApp(<UpdatePanel session={session} />);
  const panel = await screen.findByRole("region", { name: "Release" });
  for (const text of words) expect(panel.textContent).toContain(text);
});

// Cause: "Updating to 1.1.0…" stood over what an update installs. Law: what is under way is no longer offered.
it("does not offer what is under way", async () => {
  server.answerWith(json(200, { uri: "", release, last: { state: "updating", version: "1.1.0" } }));
  renderInApp(<UpdatePanel session={session} />);
  await screen.findByText("Updating to 1.1.0…");
  expect(screen.queryByText(/is available/)).toBeNull();
});

// Cause: a spinner and "Restart the agent" stood beside "An agent on Windows can’t restart itself". Law: one instruction, which can be
// followed, and nothing turns where a person is waited for.
it("says how an agent that can’t restart itself runs what is installed", async () => {
  server.answerWith(json(200, { uri: "", release, last: { state: "updated", version: "1.1.0" } }));
  const { container } = renderInApp(<UpdatePanel session={{ ...session, os: "windows" }} />);
  await screen.findByText(
    "1.1.0 is installed. An agent on Windows can’t restart itself. Stop it, then start it on its host.",
  );
  expect(container.querySelector("[class*=animate-turn]")).toBeNull();
});
