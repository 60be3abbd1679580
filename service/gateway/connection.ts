import {
  AgentMessage,
  type CommandResult,
  type Hello,
  readMessage,
  type ServiceMessage,
  type Welcome,
} from "#contract/agent-protocol.ts";
import { refusal } from "#contract/capability.ts";
import type { EndReason } from "#contract/ended-session.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { MessageBudget } from "./limits.ts";
import { PendingCommands } from "./pending.ts";
import { awaitedTunnels } from "./restarts.ts";
import type { CommandOutcome } from "./types.ts";

type Online = { sessionId: string; credentialId: string; hello: Hello; tunnels: Welcome["tunnels"] };

/** After this, a peer that does not answer the closing of its socket is cut off. */
const CLOSE_GRACE_MS = 2_000;
/** A peer that sends but does not read is cut off here, in bytes. */
const UNREAD_MAX = 1024 * 1024;
/** So many messages are read after the goodbye: those of a peer that has not heard it yet. */
const LATE_MAX = 10;
/** A peer that leaves sooner, in milliseconds, came to cost something. */
const SHORT_MS = 2_000;
const CLOSE_POLICY = 1008;
const CLOSE_TRY_LATER = 1013;
const CLOSE_NORMAL = 1000;
/** The connection broke: no side closed it. */
const CLOSE_BROKEN = 1006;

/** The service's end of one agent connection: hello, session, heartbeats, commands, goodbye (agent/README.md#protocol). */
export class AgentConnection {
  /** Resolves once the socket is closed and the session's rows are gone. */
  readonly gone: Promise<void>;
  private readonly options: ConnectionOptions;
  private readonly pending: PendingCommands;
  private readonly helloTimer: NodeJS.Timeout;
  private opening: Promise<void> | null = null;
  private online: Online | null = null;
  private removed: Promise<void> | null = null;
  private ending = false;
  private endReason: EndReason = "lost";
  /** Messages that came after the goodbye. */
  private late = 0;
  private readonly startedAt = performance.now();
  private heardAt = performance.now();
  private readonly budget: MessageBudget;

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.budget = new MessageBudget(options.limits);
    this.pending = new PendingCommands(options.commandTimeoutMs);
    const { socket, helloTimeoutMs } = options;
    this.helloTimer = setTimeout(
      () => this.end(`No hello came within ${helloTimeoutMs / 1000} s.`, true),
      helloTimeoutMs,
    );
    socket.addEventListener("message", ({ data }) => this.takeTurn(() => this.receive(data)));
    // The close that follows says all there is to do.
    socket.addEventListener("error", () => undefined);
    const closed = new Promise<number>((resolve) =>
      socket.addEventListener("close", ({ code }) => resolve(code)),
    );
    this.gone = closed.then((code) => this.leave(code));
  }

  get credentialId(): string | null {
    return this.online?.credentialId ?? null;
  }

  get sessionId(): string | null {
    return this.online?.sessionId ?? null;
  }

  /** Resolves when a hello that is being looked at has been decided. */
  async settled(): Promise<void> {
    await this.opening;
  }

  /** Milliseconds since the agent was last heard. */
  silentMs(): number {
    return performance.now() - this.heardAt;
  }

  /** Tells the agent to do something and waits for what comes of it. */
  async command(kind: AgentCommand): Promise<CommandOutcome> {
    if (!this.online || this.ending) return { outcome: "unreachable" };
    const { hello } = this.online;
    const reason = refusal(kind, hello) ?? hello.capabilities[kind];
    if (reason !== "") return { outcome: "unsupported", reason };
    const release = await this.options.updates.releaseFor(kind, hello.agent_version);
    if (this.ending) return { outcome: "unreachable" };
    const { id, outcome } = this.pending.add(kind);
    this.send({ type: "command", id, kind, release });
    return outcome;
  }

  /** Asks the agent to open a data link; false when it can't. */
  askForLink(ticket: string): boolean {
    if (!this.online?.hello.links || this.ending) return false;
    this.send({ type: "link", ticket });
    return true;
  }

  /** Says goodbye and closes; at once gone for every new command. */
  end(reason: string, retry: boolean, how: EndReason = "lost"): void {
    if (this.ending) return;
    this.endReason = how;
    this.send({ type: "goodbye", reason, retry });
    this.close(retry ? CLOSE_TRY_LATER : CLOSE_POLICY);
  }

  /** Ends it because of what the peer did. */
  private refuse(reason: string, retry: boolean): void {
    this.options.onFault();
    this.end(reason, retry);
  }

  private close(code: number): void {
    this.ending = true;
    clearTimeout(this.helloTimer);
    const { socket } = this.options;
    socket.close(code);
    const grace = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS);
    socket.addEventListener("close", () => clearTimeout(grace));
    void this.takeOffline();
  }

  /** After the socket has closed, from whichever side. */
  private async leave(code: number): Promise<void> {
    // The answer that a restart or stop ends with may still wait for its turn.
    if (this.pending.some()) await new Promise<void>((read) => void this.options.turns.take(read));
    if (!this.ending && performance.now() - this.startedAt < SHORT_MS) this.options.onFault();
    if (!this.ending && code !== CLOSE_BROKEN) this.endReason = "closed";
    this.ending = true;
    clearTimeout(this.helloTimer);
    this.pending.abandon();
    await this.opening;
    await this.takeOffline();
  }

  private takeOffline(): Promise<void> {
    if (!this.online) return Promise.resolve();
    this.removed ??= this.options.remove(this.online.sessionId, this.endReason);
    return this.removed;
  }

  /** A message that waits for its turn is the last that is read until then. */
  private takeTurn(read: () => void): void {
    const { socket, turns } = this.options;
    // It came in time, even when its turn does not.
    clearTimeout(this.helloTimer);
    let waited = false;
    waited = !turns.take(() => {
      read();
      if (waited && this.late < LATE_MAX) socket.resume();
    });
    if (waited) socket.pause();
  }

  private receive(data: unknown): void {
    if (this.ending) {
      this.late += 1;
      // What it goes on sending stays unread until it is cut off.
      if (this.late === LATE_MAX) this.options.socket.pause();
      return;
    }
    this.heardAt = performance.now();
    const excess = this.budget.excess(data, this.heardAt);
    if (excess !== null) return this.refuse(`More than ${excess} came within a minute.`, true);
    const reading = readMessage(AgentMessage, data);
    if ("fault" in reading) return this.refuse(reading.fault, this.online !== null);
    const { message } = reading;
    if (message.type === "hello") {
      if (this.opening) return this.refuse("The agent sent a second hello on one connection.", false);
      this.opening = this.open(message);
      return;
    }
    if (!this.online) return this.refuse(`A ${message.type} came before the welcome.`, false);
    if (message.type === "heartbeat") this.send({ type: "heartbeat" });
    else if (message.type === "update") this.options.updates.heard(this.online.sessionId, message);
    else void this.answer(message);
  }

  private async open(hello: Hello): Promise<void> {
    try {
      // Before the session is listed: from then on commands must find it.
      const updates = await this.options.updates.facts();
      const admission = await this.options.admit(hello, this.options.ip);
      if ("refusal" in admission) return this.refuse(admission.refusal, admission.retry);
      const { sessionId, credentialId, region, tunnels } = admission;
      this.online = { sessionId, credentialId, hello: { ...hello, authtoken: "" }, tunnels };
      if (this.ending) return;
      this.options.onOnline(sessionId);
      this.heardAt = performance.now();
      this.send({
        type: "welcome",
        session_id: sessionId,
        region,
        tunnels,
        heartbeat: this.options.heartbeat,
        updates,
      });
    } catch (error) {
      this.options.onError(error);
      this.end("The service couldn’t open a session.", true);
    }
  }

  /** An accepted restart or stop ends the session: it is offline before the outcome is told. */
  private async answer(result: CommandResult): Promise<void> {
    const answered = this.pending.answered(result);
    if (!answered) return;
    if (answered.outcome.outcome === "accepted" && answered.kind !== "update") {
      if (answered.kind === "restart" && this.online) this.options.onRestart(awaitedTunnels(this.online));
      this.endReason = answered.kind === "stop" ? "stopped" : "restarted";
      this.close(CLOSE_NORMAL);
      await this.takeOffline();
    }
    // Whoever is told of a refusal finds it kept.
    if (answered.kind === "update" && this.online)
      await this.options.updates.answered(this.online.sessionId, answered.outcome);
    answered.settle();
  }

  private send(message: ServiceMessage): void {
    const { socket } = this.options;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > UNREAD_MAX) socket.terminate();
    else socket.send(JSON.stringify(message));
  }
}
