/** Bytes of a body that are kept at most. */
export const KEPT_BYTES = 262_144;

/** Counts a body, and keeps its beginning where that was asked for. The stream never waits for it. */
export class BodyKeeper {
  /** All bytes that passed. */
  length = 0;
  private parts: Buffer[] | null = null;

  /** From the next byte on. */
  keep(): void {
    this.parts ??= [];
  }

  pass(chunk: Uint8Array): void {
    const room = KEPT_BYTES - this.length;
    this.length += chunk.length;
    // A copy: a slice would keep the whole read buffer.
    if (this.parts && room > 0) this.parts.push(Buffer.from(chunk.subarray(0, room)));
  }

  /** How much of it was kept. */
  get keptBytes(): number {
    return this.parts ? Math.min(this.length, KEPT_BYTES) : 0;
  }

  /** What was kept; null where nothing was to be. */
  kept(): Buffer | null {
    return this.parts && Buffer.concat(this.parts);
  }
}
