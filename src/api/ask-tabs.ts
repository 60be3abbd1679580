import { absoluteBase, connectionOf, getRefusedKey, setConnection, type Connection } from "./connection.ts";
import { appConfigQuery } from "./app-config.ts";
import { queryClient } from "./query-client.ts";
import { randomId } from "./random-id.ts";
import { TABS, tellTabs } from "./tabs.ts";

/** How long another tab has for its answer; a tab that has none to ask waits as long before it asks for a key. */
const WAIT_MS = 400;

/** The connection of another tab of this origin to the same service, or null when none answers with another key than `not`. */
export async function askTabs(baseUrl: string, waitMs = WAIT_MS, not?: string): Promise<Connection | null> {
  const ask = `gatehouse.tab.${randomId()}`;
  const answers = new BroadcastChannel(ask);
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs, null);
      answers.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        const connection = connectionOf(data);
        if (connection?.baseUrl !== baseUrl || connection.key === not) return;
        clearTimeout(timer);
        resolve(connection);
      });
      tellTabs({ ask, baseUrl });
    });
  } finally {
    answers.close();
  }
}

/** Calls `listener` whenever another tab has signed in to this service. Returns the way to stop. */
export function onSignedIn(baseUrl: string, listener: () => void): () => void {
  const tabs = new BroadcastChannel(TABS);
  tabs.addEventListener("message", ({ data }: MessageEvent<{ signedIn?: string } | null>) => {
    if (data?.signedIn === baseUrl) listener();
  });
  return () => tabs.close();
}

/** Uses the connection of another tab to the service of this console (decisions/api/key.md). False when there is none. */
export async function takeFromTabs(): Promise<boolean> {
  const { baseUrl } = await queryClient.ensureQueryData(appConfigQuery);
  const connection = await askTabs(absoluteBase(baseUrl), WAIT_MS, getRefusedKey());
  if (connection) setConnection(connection, { remember: false });
  return connection !== null;
}
