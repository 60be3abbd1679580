import type { Logger } from "pino";
import type { Release, UpdateReport } from "#contract/agent-release.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import type { Db } from "#service/store/schema.ts";
import { noteUpdate, noteUpdatesOff } from "#service/store/sessions.ts";
import { timestamp } from "#service/store/time.ts";
import type { Releases } from "../releases.ts";
import type { CommandOutcome } from "./types.ts";

export type AgentUpdatesOptions = {
  db: Db;
  log: Pick<Logger, "error">;
  /** What agents update to; without them an update is the agent's own affair. */
  releases?: Pick<Releases, "newestFor" | "key"> | null;
};

/** What one connection says and hears of updates. */
export class AgentUpdates {
  private readonly options: AgentUpdatesOptions;
  private looking: Promise<Release | undefined> | null = null;
  private noted: Promise<void> = Promise.resolve();
  /** Its updates are off, as it said last. */
  private off = false;

  constructor(options: AgentUpdatesOptions) {
    this.options = options;
  }

  /** What the welcome says. */
  async facts(): Promise<{ key: string | undefined }> {
    return { key: await this.options.releases?.key() };
  }

  /**
   * What a command brings along: with an update, the newest release. Whatever comes after an update waits for its release
   * too, so that commands are sent in the order in which they came.
   */
  async releaseFor(kind: AgentCommand, version: string): Promise<Release | undefined> {
    const { releases } = this.options;
    if (kind === "update" && releases)
      this.looking = (this.looking ?? Promise.resolve()).then(() => releases.newestFor(version));
    const newest = await this.looking;
    return kind === "update" ? (newest ?? undefined) : undefined;
  }

  /** Keeps how far an update got. */
  heard(sessionId: string, { state, version, reason }: UpdateReport): void {
    this.off = false;
    void this.keep(sessionId, (db) => noteUpdate(db, sessionId, { state, version, reason }));
  }

  /** Keeps, of what its agent answers to an update, that its updates are off: it would refuse the next one as well. */
  async answered(sessionId: string, answer: CommandOutcome): Promise<void> {
    const off = answer.outcome === "refused" && answer.refusal === "update_disabled";
    if (!off && !this.off) return;
    this.off = off;
    const at = off ? timestamp(new Date()) : null;
    await this.keep(sessionId, (db) => noteUpdatesOff(db, sessionId, at));
  }

  /** One after the other: what was said last is what stays. */
  private keep(sessionId: string, note: (db: Db) => Promise<void>): Promise<void> {
    const { db, log } = this.options;
    this.noted = this.noted
      .then(() => note(db))
      .catch((error: unknown) => log.error({ err: error, sessionId }, "how an update goes was not kept"));
    return this.noted;
  }
}
