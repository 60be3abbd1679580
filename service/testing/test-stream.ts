import { Envelope, type Event } from "#contract/event.ts";

/** Frames of a stream of server-sent events as they arrive. */
export class Stream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The next frame, or null at the end. */
  async frame(): Promise<string | null> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const frame = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return frame;
      }
      const { done, value } = await this.#reader.read();
      if (done) return null;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  /** The next event; comments and the retry line are passed over. */
  async event(): Promise<{ id: string; event: Event } | null> {
    for (let frame = await this.frame(); frame !== null; frame = await this.frame()) {
      const [, id, data] = /^id: (\S+)\ndata: (.*)$/.exec(frame) ?? [];
      if (id && data) return { id, event: Envelope.parse(JSON.parse(data)) };
    }
    return null;
  }

  async ids(count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await this.event())?.id ?? "ended");
    return ids;
  }

  cancel = () => this.#reader.cancel();
}
