// Cause: a link opened in a new tab asked for the key again, and signing out left the other tabs signed in.
// Law: tabs of one origin and service share the key, without storage; nothing is told to a tab that did not ask.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as Asking from "./ask-tabs.ts";
import type * as Keys from "./connection.ts";
import type { Connection } from "./connection.ts";
import type * as Tabs from "./tabs.ts";

type Tab = typeof Keys & typeof Tabs & typeof Asking;

const own: Connection = { baseUrl: "https://a.example/api", key: "gh2_secret", versionHeader: "V" };
const stops: (() => void)[] = [];

/** A tab: modules of its own. The tabs of a test share its channels, as those of one origin do. */
async function openTab(connection?: Connection): Promise<Tab> {
  vi.resetModules();
  const [keys, tabs, asking] = await Promise.all([
    import("./connection.ts"),
    import("./tabs.ts"),
    import("./ask-tabs.ts"),
  ]);
  if (connection) keys.setConnection(connection, { remember: false });
  stops.push(tabs.joinTabs());
  return { ...keys, ...tabs, ...asking };
}

describe("tabs", () => {
  beforeEach(() => vi.resetModules());
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  it("hand the key over to one that asks for the same service", async () => {
    await openTab(own);
    const asking = await openTab();
    expect(asking.getConnection()).toBeNull();
    expect(await asking.askTabs(own.baseUrl, 5000)).toEqual(own);
  });

  it.each([
    ["another service", own, "https://b.example/api"],
    ["one that is signed out", undefined, own.baseUrl],
  ])("give nothing away: %s", async (_, connection, baseUrl) => {
    await openTab(connection);
    expect(await (await openTab()).askTabs(baseUrl, 100)).toBeNull();
  });

  // Cause: a tab whose key was refused took the same key back from another tab, and said "You are signed in". Law: what was refused
  // signs nobody in.
  it("hand no key over to the tab in which it was refused", async () => {
    await openTab(own);
    const refused = await openTab(own);
    refused.forgetConnection(true);
    const { queryClient } = await import("./query-client.ts");
    const { appConfigQuery } = await import("./app-config.ts");
    queryClient.setQueryData(appConfigQuery.queryKey, { baseUrl: own.baseUrl } as never);
    expect(await refused.takeFromTabs()).toBe(false);
    expect(refused.getConnection()).toBeNull();
    const fresh = await openTab();
    const { queryClient: client } = await import("./query-client.ts");
    client.setQueryData(appConfigQuery.queryKey, { baseUrl: own.baseUrl } as never);
    expect(await fresh.takeFromTabs()).toBe(true);
  });

  it("tell no key to a tab that did not ask", async () => {
    const heard: unknown[] = [];
    const listener = new BroadcastChannel("gatehouse.tabs");
    listener.addEventListener("message", ({ data }: MessageEvent<unknown>) => heard.push(data));
    const signedIn = await openTab(own);
    const asking = await openTab();
    expect(await asking.askTabs(own.baseUrl, 5000)).toEqual(own);
    signedIn.signOut();
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    listener.close();
    expect(JSON.stringify(heard)).not.toContain(own.key);
  });

  it("take only a connection to the service they asked for", async () => {
    const asking = await openTab();
    const liar = new BroadcastChannel("gatehouse.tabs");
    liar.addEventListener("message", ({ data }: MessageEvent<{ ask: string }>) => {
      const channel = new BroadcastChannel(data.ask);
      const send = channel.postMessage.bind(channel);
      for (const odd of [null, "text", { ...own, key: "" }, { ...own, baseUrl: "https://b.example" }])
        send(odd);
      channel.close();
    });
    expect(await asking.askTabs(own.baseUrl, 200)).toBeNull();
    liar.close();
  });

  it("sign out together, those of another service stay, and the place is still known", async () => {
    const [one, same, other] = [
      await openTab(own),
      await openTab(own),
      await openTab({ ...own, baseUrl: "https://b.example/api" }),
    ];
    one.signOut();
    await vi.waitFor(() => expect(same.getConnection()).toBeNull());
    expect(one.getConnection()).toBeNull();
    expect(same.getPlace()).toEqual({ baseUrl: own.baseUrl, versionHeader: "V" });
    expect(other.getConnection()?.baseUrl).toBe("https://b.example/api");
  });
});
