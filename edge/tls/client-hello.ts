/** What the first bytes of a connection say. `more` = not all of it has come yet. */
export type ClientHello = { serverName: string | null } | "more" | "notTls";

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
/** A longer one is refused, in bytes. */
export const HELLO_MAX = 64 * 1024;

/** Reads a TLS ClientHello, which may come in several records (RFC 8446 §4.1.2, RFC 6066 §3). The name in lower case. */
export function readClientHello(bytes: Buffer): ClientHello {
  const handshake: Buffer[] = [];
  let gathered = 0;
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] !== HANDSHAKE) return "notTls";
    if (at + 5 > bytes.length) break;
    const length = bytes.readUInt16BE(at + 3);
    if (length === 0) return "notTls";
    const part = bytes.subarray(at + 5, at + 5 + length);
    handshake.push(part);
    gathered += part.length;
    at += 5 + length;
  }
  if (gathered < 4) return "more";
  const hello = Buffer.concat(handshake);
  if (hello[0] !== CLIENT_HELLO) return "notTls";
  const end = 4 + hello.readUIntBE(1, 3);
  if (end > HELLO_MAX) return "notTls";
  if (hello.length < end) return "more";
  try {
    return { serverName: serverNameOf(new Reader(hello.subarray(4, end))) };
  } catch (error) {
    if (error instanceof RangeError) return "notTls";
    throw error;
  }
}

function serverNameOf(hello: Reader): string | null {
  hello.take(2 + 32);
  hello.take(hello.number(1));
  hello.take(hello.number(2));
  hello.take(hello.number(1));
  if (hello.left === 0) return null;
  const extensions = new Reader(hello.take(hello.number(2)));
  while (extensions.left > 0) {
    const type = extensions.number(2);
    const content = new Reader(extensions.take(extensions.number(2)));
    if (type !== SERVER_NAME) continue;
    const names = new Reader(content.take(content.number(2)));
    while (names.left > 0) {
      const kind = names.number(1);
      const name = names.take(names.number(2));
      if (kind === 0) return name.toString("latin1").toLowerCase();
    }
  }
  return null;
}

/** Takes bytes in order. @throws RangeError when there are not so many. */
class Reader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  number(size: number): number {
    return this.take(size).readUIntBE(0, size);
  }

  take(size: number): Buffer {
    if (size > this.left) throw new RangeError("The message ends too soon.");
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }
}
