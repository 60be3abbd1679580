import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { successorOfEndpoint, successorOfTunnel } from "./served-again.ts";

const T0 = "2026-11-21T10:00:00Z";
const T1 = "2026-11-21T10:00:08Z";
const ref = (id: string) => ({ id, uri: `https://api.example/${id}` });

function tunnel(id: string, session: string, over: Partial<Tunnel> = {}): Tunnel {
  return {
    id,
    started_at: T1,
    tunnel_session: ref(session),
    proto: "https",
    forwards_to: "localhost:80",
    ...over,
  };
}
function endpoint(id: string, tunnelId: string, over: Partial<Endpoint> = {}): Endpoint {
  return { id, type: "ephemeral", created_at: T1, updated_at: T1, tunnel: ref(tunnelId), ...over };
}

describe("successorOfTunnel", () => {
  const gone = tunnel("tn_old", "ts_old", { started_at: T0, public_url: "https://a.example" });

  it("is whoever serves the same URL now, the agent known or not", () => {
    const now = tunnel("tn_new", "ts_new", { public_url: "https://a.example" });
    for (const successor of ["ts_new", "ts_else", null])
      expect(successorOfTunnel(gone, successor, [now])).toEqual({ item: now, sameAddress: true });
  });

  it("is the one alike in the successor session, at another address", () => {
    const now = tunnel("tn_new", "ts_new", { public_url: "https://b.example" });
    const other = tunnel("tn_x", "ts_new", { public_url: "https://c.example", forwards_to: "localhost:81" });
    expect(successorOfTunnel(gone, "ts_new", [other, now])).toEqual({ item: now, sameAddress: false });
    expect(successorOfTunnel(gone, "ts_else", [other, now])).toBeNull();
    expect(successorOfTunnel(gone, null, [other, now])).toBeNull();
  });

  it("is nobody where two are alike: which one can't be told", () => {
    const twins = ["tn_1", "tn_2"].map((id) => tunnel(id, "ts_new", { public_url: `https://${id}.example` }));
    expect(successorOfTunnel(gone, "ts_new", twins)).toBeNull();
  });

  it("of a backend tunnel keeps its address, the labels", () => {
    const labels = { site: "fra", app: "hooks" };
    const old = tunnel("tn_old", "ts_old", { started_at: T0, labels });
    const now = tunnel("tn_new", "ts_new", { labels: { app: "hooks", site: "fra" } });
    expect(successorOfTunnel(old, "ts_new", [now])).toEqual({ item: now, sameAddress: true });
  });

  it("is never the gone one, and none that is older", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            id: fc.constantFrom("tn_old", "tn_1", "tn_2", "tn_3"),
            started_at: fc.constantFrom("2026-11-21T09:59:59Z", T0, T1),
            public_url: fc.constantFrom("https://a.example", "https://b.example", undefined),
            session: fc.constantFrom("ts_old", "ts_new"),
          }),
        ),
        fc.constantFrom("ts_old", "ts_new", null),
        (drafts, successor) => {
          const tunnels = drafts.map(({ id, session, ...over }) => tunnel(id, session, over));
          const found = successorOfTunnel(gone, successor, tunnels);
          if (!found) return;
          expect(found.item.id).not.toBe(gone.id);
          expect(Date.parse(found.item.started_at)).toBeGreaterThanOrEqual(Date.parse(T0));
          expect(found.sameAddress).toBe(found.item.public_url === gone.public_url);
        },
      ),
    );
  });
});

describe("successorOfEndpoint", () => {
  const gone = endpoint("ep_old", "tn_old", { created_at: T0, public_url: "tcp://1.tcp.example:20001" });
  const goneTunnel = tunnel("tn_old", "ts_old", {
    started_at: T0,
    proto: "tcp",
    public_url: "tcp://1.tcp.example:20001",
  });

  it("listens at the same URL", () => {
    const now = endpoint("ep_new", "tn_new", { public_url: gone.public_url });
    expect(successorOfEndpoint(gone, null, null, { endpoints: [now, gone], tunnels: [] })).toEqual({
      item: now,
      sameAddress: true,
    });
  });

  it("else is the endpoint of the tunnel's successor, at a new address", () => {
    const now = endpoint("ep_new", "tn_new", { public_url: "tcp://1.tcp.example:20417" });
    const tunnels = [
      tunnel("tn_new", "ts_new", { proto: "tcp", public_url: now.public_url, endpoint: ref("ep_new") }),
    ];
    const served = { endpoints: [now], tunnels };
    expect(successorOfEndpoint(gone, goneTunnel, "ts_new", served)).toEqual({
      item: now,
      sameAddress: false,
    });
    expect(successorOfEndpoint(gone, goneTunnel, null, served)).toBeNull();
    expect(successorOfEndpoint(gone, null, "ts_new", served)).toBeNull();
    expect(successorOfEndpoint(gone, goneTunnel, "ts_new", { endpoints: [], tunnels })).toBeNull();
  });
});
