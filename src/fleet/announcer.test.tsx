// Cause: of several agents that came back one after the other the last took the place of the others, and stayed until the next
// command. Law: what comes at once is told together, and goes.
import { act } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { answered } from "./action.ts";
import { Announcer } from "./announcer.tsx";
import { startAction } from "./start-action.ts";
import { ledger } from "./use-fleet.ts";

afterEach(() => vi.useRealTimers());

it("tells what comes within seconds together, and not for longer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { container } = renderInApp(<Announcer />);
  const said = () => container.querySelector("[aria-live]")?.textContent?.trim();
  const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const send = (id: string) =>
    ledger.update((actions) => {
      const session = {
        id,
        uri: "",
        agent_version: "3.18.2",
        ip: "203.0.113.15",
        os: "linux",
        region: "eu",
        started_at: "2026-11-20T14:00:00Z",
        transport: "service/2",
      };
      const at = Date.now();
      const sent = startAction({ id, kind: "restart", session, sessions: [session], urls: [], at });
      return [...actions, answered(sent, { outcome: "accepted" }, at)];
    });
  await passes(200);
  act(() => send("gw-1"));
  await passes(2000);
  act(() => send("gw-2"));
  expect(said()).toBe("Restart of gw-1 accepted. Restart of gw-2 accepted.");
  await passes(8500);
  expect(said()).toBe("Restart of gw-2 accepted.");
  await passes(2000);
  expect(said()).toBe("");
});
