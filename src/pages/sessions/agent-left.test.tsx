// Cause: once an agent had come and left, the next one was waited for "1 h", since its authtoken was created, with a hint for agents
// that can't connect. Law: a time counts from what it is about.
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { AgentSteps } from "./first-agent.tsx";

const server = connectedServer();
const MADE = { id: "cr_new", uri: "", created_at: "2026-11-21T14:00:00Z" };
const HOUR_MS = 3_600_000;
const SESSION = {
  id: "ts_3",
  uri: "",
  agent_version: "3.18.2",
  credential: { id: "cr_new", uri: "" },
  ip: "203.0.113.1",
  metadata: "my-laptop",
  os: "linux",
  region: "eu",
  started_at: MADE.created_at,
  transport: "service/2",
};

function Steps() {
  const [gone, setGone] = useState(false);
  return (
    <>
      <AgentSteps added={gone ? null : [SESSION]} param="add" />
      <button onClick={() => setGone(true)}>The agent leaves</button>
    </>
  );
}

it("counts from when the agent left", async () => {
  server.answerWith((request, response) => {
    const lists = { tunnels: [], edges: [], unreachable_apps: [], uri: "", next_page_uri: null };
    json(200, request.url?.endsWith("/cr_new") ? MADE : lists)(request, response);
  });
  sessionStorage.setItem(
    "gatehouse.agent-authtoken",
    JSON.stringify(["cr_new", String(Date.now() - HOUR_MS)]),
  );
  const { user } = renderInApp(<Steps />);
  await screen.findByText("is online", { exact: false });
  await user.click(screen.getByRole("button", { name: "The agent leaves" }));
  expect(screen.getByText(/went offline/)).toBeTruthy();
  expect(screen.getByText(/^Waiting for the agent…/).textContent).toMatch(/… \d s$/);
  expect(screen.queryByText(/^Not connecting/)).toBeNull();
});
