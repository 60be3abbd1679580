// Cause: an agent that came back by itself with another URL was "Online again", and the old one was named nowhere on its page.
// Law: an outcome never hides what changed.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { MovedNote } from "./moved-note.tsx";

const server = connectedServer();
const AT = "2026-01-02T03:04:05Z";
const tunnel = (id: string, session: string, url: string): Tunnel => ({
  id,
  uri: "",
  started_at: AT,
  public_url: url,
  proto: "https",
  forwards_to: url.includes("docs") ? "http://localhost:4000" : "http://localhost:3000",
  tunnel_session: { id: session, uri: "" },
});

it("says which addresses of an agent that came back changed, and only those", async () => {
  const lists: Record<string, object[]> = {
    tunnels: [
      tunnel("tn_3", "ts_2", "https://shop-2.example"),
      tunnel("tn_4", "ts_2", "https://docs.example"),
    ],
  };
  server.answerWith((request, response) => {
    const key = request.url?.split("?")[0]?.slice(1).replace("edges/", "") ?? "";
    const name = ["https", "tls", "tcp"].includes(key) ? `${key}_edges` : key;
    return json(200, { [name]: lists[name] ?? [], uri: "", next_page_uri: null })(request, response);
  });
  const before = {
    session: { id: "ts_1" } as TunnelSession,
    seenAt: 1,
    leftAt: 2,
    served: [tunnel("tn_1", "ts_1", "https://shop.example"), tunnel("tn_2", "ts_1", "https://docs.example")],
  };
  renderInApp(<MovedNote before={before} id="ts_2" />);
  await screen.findByText("1 address changed:");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "https://shop.example → https://shop-2.example",
  ]);
});
