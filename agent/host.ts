import type { Hello, RefusalCode } from "#contract/agent-protocol.ts";
import type { Release, UpdateReport } from "#contract/agent-release.ts";

/** What a host says to a command. `refusal` is set where the refusal has an error code of its own. */
export type HostAnswer = { accepted: true } | { accepted: false; error: string; refusal?: RefusalCode };

/** What came of the last update, and who is told when that changes. */
export type Reports = {
  current: UpdateReport | undefined;
  onChange?: ((report: UpdateReport) => void) | undefined;
};

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
  /** Accepted means started; it then takes its time. `release` is what the service offers. */
  update: (release?: Release) => HostAnswer;
  /** Not there where nobody is told how updates go. */
  readonly reports?: Reports;
};

export const ACCEPTED: HostAnswer = { accepted: true };
