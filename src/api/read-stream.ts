import { headersOf, urlOf, type RequestOptions } from "./client.ts";
import type { Connection } from "./connection.ts";

/** The service says every 15 s that it is there. */
const SILENCE_MS = 45_000;

/** One event of a stream: "message" unless it is named. */
type Frame = { event: string; data: string };

/**
 * Reads server-sent events until they end, fail, or say nothing for so long that nobody can be there any more. False where
 * the service has no such stream.
 */
export async function readStream(
  connection: Connection,
  of: Pick<RequestOptions<unknown>, "path" | "query">,
  signal: AbortSignal,
  onFrame: (frame: Frame) => void,
  onOpen?: () => void,
): Promise<boolean> {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENCE_MS);
  };
  try {
    heard();
    const response = await fetch(urlOf(of, connection), {
      headers: { ...headersOf(connection, false), Accept: "text/event-stream" },
      signal: AbortSignal.any([signal, silent.signal]),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !response.body || !type.startsWith("text/event-stream")) {
      await response.body?.cancel();
      return response.status >= 500 || response.status === 429;
    }
    onOpen?.();
    const decoder = new TextDecoder();
    let text = "";
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      text += decoder.decode(part.value, { stream: true });
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) {
        const data = /^data: (.*)$/m.exec(frame)?.[1];
        if (data !== undefined && !signal.aborted)
          onFrame({ event: /^event: (.*)$/m.exec(frame)?.[1] ?? "message", data });
      }
    }
  } catch {
    // The next try tells whether it is gone.
  } finally {
    clearTimeout(timer);
  }
  return true;
}
