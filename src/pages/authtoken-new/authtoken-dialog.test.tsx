// Cause: of an agent that the rules of a new authtoken refuse, its dialog said "Waiting" without end. Law: who waits in vain is told what to
// check, and what is allowed.
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { AuthtokenDialog } from "./authtoken-dialog.tsx";

const server = connectedServer();
const at = "2026-11-21T14:00:00Z";
const AUTHTOKEN = { id: "cr_new", uri: "", created_at: at, token: "gha_new", description: "CI" };
const CHECK =
  "Not connecting? The agent’s terminal says why. Check its authtoken and the URL in the command.";
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [
    ["bind:app=ci", "bind:*.northwind.example"],
    `${CHECK} This authtoken allows only bind:app=ci and bind:*.northwind.example.`,
  ],
  [
    ["bind:a=1", "bind:a=2", "bind:a=3", "bind:a=4", "bind:a=5", "bind:a=6"],
    `${CHECK} This authtoken allows only bind:a=1, bind:a=2, bind:a=3, bind:a=4, bind:a=5 and 1 more.`,
  ],
  [["bind:app=ci", "*"], CHECK],
  [[], CHECK],
])("of an authtoken with the rules %j, says after a while what to check", async (acl, words) => {
  server.answerWith(json(200, { tunnel_sessions: [], uri: "", next_page_uri: null }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderInApp(<AuthtokenDialog created={{ ...AUTHTOKEN, acl }} onClosed={() => undefined} />);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByText(/^Waiting for the agent… 1\d s$/)).toBeDefined();
  expect(screen.queryByText(/^Not connecting/)).toBeNull();
  await vi.advanceTimersByTimeAsync(12_000);
  const { textContent } = screen.getByText(/^Not connecting/);
  expect(textContent).toBe(words);
});
