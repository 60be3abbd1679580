import { mkdir, open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { later, SENT, type Target, type TargetRights } from "./target.ts";

const MEGABYTE = 1_000_000;
/** A file is not written beyond this. */
const FILE_MAX = 1_000 * MEGABYTE;
/** Read at a time while the end of the last whole line is looked for. */
const PART = 65_536;

/** Where a file's last whole line ends: a service that was killed may have left a part of one. */
async function endOfLines(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const part = Buffer.alloc(PART);
  for (let end = size; end > 0; end -= PART) {
    const begin = Math.max(0, end - PART);
    const { bytesRead } = await file.read(part, 0, end - begin, begin);
    const at = part.subarray(0, bytesRead).lastIndexOf("\n");
    if (at >= 0) return begin + at + 1;
  }
  return 0;
}

/** Appends events to a file of the data folder, one in JSON a line. It is opened each time, so that it may be moved away. */
export function openFileTarget({ name }: { name: string }, { filesDir }: TargetRights): Target {
  return {
    whole: true,
    messagesMax: 500,
    bytesMax: 4 * MEGABYTE,
    messageBytesMax: MEGABYTE,
    send: async (messages) => {
      const all = (reason?: string) => messages.map(() => (reason === undefined ? SENT : later(reason)));
      try {
        await mkdir(filesDir, { recursive: true, mode: 0o700 });
        // Not for appending only: the part of a line goes first.
        const file = await open(join(filesDir, name), "a+", 0o600).then(async (made) => {
          await made.close();
          return open(join(filesDir, name), "r+");
        });
        try {
          const end = await endOfLines(file);
          const lines = Buffer.from(messages.map(({ text }) => `${text}\n`).join(""));
          if (end + lines.length > FILE_MAX)
            return all("The file is full at 1 GB. Move it away, and a new one is begun");
          await file.truncate(end);
          await file.write(lines, 0, lines.length, end);
          await file.sync();
          return all();
        } finally {
          await file.close();
        }
      } catch (error) {
        const { code } = error as { code?: string };
        return all(`The file can’t be written${code === undefined ? "" : ` (${code})`}`);
      }
    },
    close: async () => undefined,
  };
}
