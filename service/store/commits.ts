import { setImmediate as nextTurn } from "node:timers/promises";
import type Libsql from "libsql";
import { databaseFault } from "./faults.ts";

/** Transactions that share a commit at most: the first of them must not wait for ever. */
const GROUP_MAX = 100;
/** So many turns of the event loop without another one end a group: requests that have arrived are read meanwhile. */
const QUIET_TURNS = 3;

/** A commit that several transactions share. */
type Group = {
  /** Those that have been in it. */
  members: number;
  /** Resolves when it is on the disk. Rejects with why nothing of it is. */
  done: Promise<void>;
  settle: (error?: unknown) => void;
};

/** The part of a shared transaction that one writer has, while it is their turn. */
export type Turn = {
  /** Runs a statement of it. */
  run: <T>(work: () => T) => T;
  /** Resolves when it is on the disk. Rejects with why nothing of it was kept. */
  commit: () => Promise<void>;
  /** Takes back what was done in the turn. Resolves when nothing is undecided of what it has seen of others. */
  rollback: () => Promise<void>;
};

/**
 * The writers of a connection, one at a time. Those that come while the one before them is not on the disk yet go into the
 * same transaction of SQLite, each in a savepoint of its own, and one sync answers them all: a disk syncs a few hundred times a
 * second, however little. `committed` is told of every commit, before its writers are.
 */
export class Commits {
  private readonly sqlite: Libsql.Database;
  private readonly committed: () => void;
  private readonly queue: (() => void)[] = [];
  private busy = false;
  private group: Group | null = null;
  private entered = 0;

  constructor(sqlite: Libsql.Database, committed: () => void) {
    this.sqlite = sqlite;
    this.committed = committed;
  }

  /** Waits for a turn. @throws Error of SQLite when it can't begin. */
  async begin(): Promise<Turn> {
    await this.lock();
    try {
      if (this.group && this.group.members >= GROUP_MAX) this.end(this.group);
      const group = (this.group ??= this.open());
      this.sqlite.exec("SAVEPOINT turn");
      group.members += 1;
      this.entered += 1;
      return this.turnOf(group);
    } catch (error) {
      this.unlock();
      if (this.group) void this.endSoon(this.group);
      throw error;
    }
  }

  /** Runs what needs the connection outside of any transaction. */
  async alone<T>(work: () => T): Promise<T> {
    await this.lock();
    try {
      if (this.group) this.end(this.group);
      return work();
    } finally {
      this.unlock();
    }
  }

  private open(): Group {
    // By exec, which leaves nothing behind when it is refused; at once, so that nothing later can be busy.
    this.sqlite.exec("BEGIN IMMEDIATE");
    let settle: Group["settle"] = () => undefined;
    const done = new Promise<void>((resolve, reject) => {
      settle = (error) => (error === undefined ? resolve() : reject(error));
    });
    // Nobody may wait for it: those who have left do.
    done.catch(() => undefined);
    return { members: 0, done, settle };
  }

  private turnOf(group: Group): Turn {
    let ended = false;
    const leave = (sql: string): void => {
      if (ended) return;
      ended = true;
      try {
        if (this.group === group) this.sqlite.exec(sql);
      } catch (error) {
        this.fail(group, error);
      }
      this.unlock();
      void this.endSoon(group);
    };
    return {
      run: (work) => {
        if (this.group !== group) throw new Error("The transaction has ended: an earlier write failed.");
        try {
          return work();
        } catch (error) {
          const fault = databaseFault(error);
          // SQLite ends the whole transaction then, or asks to (https://www.sqlite.org/lang_transaction.html).
          if (fault === "full" || fault === "storage" || !this.sqlite.inTransaction) this.fail(group, error);
          throw error;
        }
      },
      commit: async () => {
        const lost = this.group !== group;
        leave("RELEASE turn");
        if (lost) throw new Error("The transaction has ended: an earlier write failed.");
        await group.done;
      },
      rollback: async () => {
        leave("ROLLBACK TO turn; RELEASE turn");
        await group.done.catch(() => undefined);
      },
    };
  }

  /** Commits once nobody has come for some turns of the event loop. */
  private async endSoon(group: Group): Promise<void> {
    const { entered } = this;
    for (let turn = 0; turn < QUIET_TURNS; turn += 1) {
      if (this.group !== group || this.entered !== entered) return;
      await nextTurn();
    }
    if (this.group === group && this.entered === entered && !this.busy) this.end(group);
  }

  private end(group: Group): void {
    try {
      this.sqlite.exec("COMMIT");
      this.group = null;
      this.committed();
      group.settle();
    } catch (error) {
      this.fail(group, error);
    }
  }

  private fail(group: Group, error: unknown): void {
    this.group = null;
    try {
      if (this.sqlite.inTransaction) this.sqlite.exec("ROLLBACK");
    } finally {
      group.settle(error);
    }
  }

  private async lock(): Promise<void> {
    if (this.busy) await new Promise<void>((resolve) => this.queue.push(resolve));
    this.busy = true;
  }

  /** Hands the connection to who waits the longest. */
  private unlock(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.busy = false;
  }
}
