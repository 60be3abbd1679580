// Cause: an agent that came back by itself with another URL was "Online again", and the old one was named nowhere on its page.
// Law: an outcome never hides what changed.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { departures } from "./departures.ts";
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

const agent = (id: string) =>
  ({ id, uri: "", metadata: "", os: "linux", ip: "192.0.2.7", started_at: AT }) as TunnelSession;

/** Shows what is said over an agent that is back without what it `served`, with these tunnels. */
function back(served: Tunnel[], tunnels: Tunnel[]): void {
  const lists: Record<string, object[]> = { tunnels };
  server.answerWith((request, response) => {
    const key = request.url?.split("?")[0]?.slice(1).replace("edges/", "") ?? "";
    const name = ["https", "tls", "tcp"].includes(key) ? `${key}_edges` : key;
    return json(200, { [name]: lists[name] ?? [], uri: "", next_page_uri: null })(request, response);
  });
  departures.set([
    { session: agent("ts_1"), seenAt: 1, leftAt: 2, back: "ts_2", served },
    { session: agent("ts_2"), seenAt: 3, leftAt: 4, back: "ts_3", served: [] },
  ]);
  renderInApp(<MovedNote session={agent("ts_3")} />);
}
const items = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

it("says which addresses of an agent that came back changed, and only those", async () => {
  back(
    [tunnel("tn_1", "ts_1", "https://shop.example"), tunnel("tn_2", "ts_1", "https://docs.example")],
    [tunnel("tn_3", "ts_3", "https://shop-2.example"), tunnel("tn_4", "ts_3", "https://docs.example")],
  );
  await screen.findByText("1 address changed:");
  expect(items()).toEqual(["https://shop.example → https://shop-2.example"]);
});

// Cause: the overview sent to the page of an agent that was back without a URL, and that page didn't name it. Law: the page that an
// attention leads to says what it is about.
it("names a URL that the agent is back without, and what is there instead", async () => {
  const labelled = { ...tunnel("tn_3", "ts_3", ""), public_url: null, proto: null, labels: { app: "shop" } };
  back(
    [tunnel("tn_1", "ts_1", "https://shop.example"), tunnel("tn_2", "ts_1", "https://docs.example")],
    [labelled],
  );
  expect(await screen.findAllByText("1 URL is offline:")).toHaveLength(2);
  expect(items()).toEqual(["https://docs.example", "https://shop.example → app=shop"]);
  expect(screen.getByRole("note").textContent).toMatch(/app=shopIts tunnel has labels now\.$/);
});
