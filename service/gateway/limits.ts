/** What one agent, authtoken or address may use of this process, so that it starves nobody else. */
export type AgentLimits = {
  /** Messages of one connection in a minute. */
  agentMessages: number;
  /** Bytes of one connection's messages in a minute. */
  agentBytes: number;
  /** Sessions at a time of one authtoken. */
  authtokenSessions: number;
  /** Sessions at a time from one address. */
  addressSessions: number;
};

export const NO_AGENT_LIMITS: AgentLimits = {
  agentMessages: Number.MAX_SAFE_INTEGER,
  agentBytes: Number.MAX_SAFE_INTEGER,
  authtokenSessions: Number.MAX_SAFE_INTEGER,
  addressSessions: Number.MAX_SAFE_INTEGER,
};

/** A budget of `perMinute` units, of which as many may be spent at once and which fills up evenly. */
export class Budget {
  private left: number;
  private at: number;
  private readonly perMinute: number;

  constructor(perMinute: number, at: number = performance.now()) {
    this.perMinute = perMinute;
    this.left = perMinute;
    this.at = at;
  }

  /** Spends them if they are there. `at` in milliseconds that only ever rise. */
  spend(units: number, at: number = performance.now()): boolean {
    this.left = Math.min(this.perMinute, this.left + ((at - this.at) / 60_000) * this.perMinute);
    this.at = at;
    if (units > this.left) return false;
    this.left -= units;
    return true;
  }
}

/** How many sessions each authtoken or address has. */
export class Places {
  private readonly taken = new Map<string, number>();

  /** Takes a place of `key` while fewer than `most` are taken; answers how to give it back, null when there is none. */
  take(key: string, most: number): (() => void) | null {
    const count = this.taken.get(key) ?? 0;
    if (count >= most) return null;
    this.taken.set(key, count + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.taken.get(key) ?? 1) - 1;
      if (left === 0) this.taken.delete(key);
      else this.taken.set(key, left);
    };
  }
}
