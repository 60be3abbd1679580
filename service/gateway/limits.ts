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
  /** Tunnels of one agent. */
  agentTunnels: number;
  /** Labels of one tunnel. */
  tunnelLabels: number;
  /** Connections of one address that fail within a minute before further ones wait. */
  addressFailures: number;
};

export const NO_AGENT_LIMITS: AgentLimits = {
  agentMessages: Number.MAX_SAFE_INTEGER,
  agentBytes: Number.MAX_SAFE_INTEGER,
  authtokenSessions: Number.MAX_SAFE_INTEGER,
  addressSessions: Number.MAX_SAFE_INTEGER,
  agentTunnels: Number.MAX_SAFE_INTEGER,
  tunnelLabels: Number.MAX_SAFE_INTEGER,
  addressFailures: Number.MAX_SAFE_INTEGER,
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

/** What the messages of one connection may be. */
export class MessageBudget {
  private readonly limits: Pick<AgentLimits, "agentMessages" | "agentBytes">;
  private readonly messages: Budget;
  private readonly bytes: Budget;

  constructor(limits: Pick<AgentLimits, "agentMessages" | "agentBytes">) {
    this.limits = limits;
    this.messages = new Budget(limits.agentMessages);
    this.bytes = new Budget(limits.agentBytes);
  }

  /** Spends for a message. What it is too much for, "600 messages", or null. `at` in milliseconds that only ever rise. */
  excess(data: unknown, at: number): string | null {
    const { agentMessages, agentBytes } = this.limits;
    if (!this.messages.spend(1, at)) return `${agentMessages} messages`;
    const size = typeof data === "string" ? Buffer.byteLength(data) : 0;
    return this.bytes.spend(size, at) ? null : `${agentBytes} bytes`;
  }
}
