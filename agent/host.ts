import type { Hello, RefusalCode } from "#contract/agent-protocol.ts";

/** What a host says to a command. `refusal` is set where the refusal has an error code of its own. */
export type HostAnswer = { accepted: true } | { accepted: false; error: string; refusal?: RefusalCode };

/**
 * The machine an agent runs on, as far as commands reach it: a process of its own (process-host) or one of thousands in
 * memory (the demo's). An accepted restart or stop ends the session; whoever opened it then acts on its end.
 */
export type Host = {
  readonly os: string;
  readonly arch: string;
  /** Version that runs now, without an update that still awaits its restart. */
  readonly version: string;
  /** "" = supported, other text = the reason for the user why not. */
  readonly capabilities: Hello["capabilities"];
  restart: () => HostAnswer;
  stop: () => HostAnswer;
  /** Accepted means started; it then takes its time. */
  update: () => HostAnswer;
};

export const ACCEPTED: HostAnswer = { accepted: true };
