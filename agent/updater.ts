import type { RefusalCode } from "#contract/agent-protocol.ts";
import type { Release, UpdateReport } from "#contract/agent-release.ts";
import { ACCEPTED, type HostAnswer, type Reports } from "./host.ts";
import { plainText } from "./plain-text.ts";
import { UpdateFault } from "./update-fault.ts";

/** idle → updating → updated, which lasts until the restart; a failed install goes back to idle. */
type UpdateState =
  | { state: "idle" }
  | { state: "updating"; version: string }
  | { state: "updated"; version: string };

export type UpdaterOptions = {
  /** Its configuration allows updates. */
  enabled: boolean;
  /**
   * The newest version this agent may take, or null when it runs that already. Never of another major version. Throws
   * UpdateFault when what the service offers can't be taken.
   */
  available: (release: Release | undefined) => string | null;
  /** Puts that version in place, to run from the next restart on. */
  install: (version: string, release: Release | undefined) => Promise<void>;
  /** Gets what a failed install threw, which is thrown on when this is left out. */
  onFailure?: (error: unknown) => void;
  /** Where it says how an update goes. */
  reports?: Reports;
};

export type Updater = { readonly current: UpdateState; request: (release?: Release) => HostAnswer };

/** Characters of a reason; a report has 1,024 bytes for it. */
const REASON_MAX = 250;

/** The states of an agent's update and its four refusals (protocol-facts.md#agent-commands). */
export function createUpdater(options: UpdaterOptions): Updater {
  let current: UpdateState = { state: "idle" };

  function report(said: UpdateReport): void {
    const { reports } = options;
    if (!reports) return;
    reports.current = said;
    reports.onChange?.(said);
  }

  async function install(version: string, release: Release | undefined): Promise<void> {
    try {
      await options.install(version, release);
      current = { state: "updated", version };
      report(current);
    } catch (error) {
      current = { state: "idle" };
      report({ state: "failed", version, reason: plainText((error as Error).message, REASON_MAX) });
      if (!options.onFailure) throw error;
      options.onFailure(error);
    }
  }

  function request(release?: Release): HostAnswer {
    if (!options.enabled)
      return refuse("update_disabled", "Update checks are turned off in its configuration.");
    if (current.state === "updating") {
      return refuse("update_running", `It is already updating to ${current.version}.`);
    }
    if (current.state === "updated") {
      return refuse("update_awaits_restart", `It has updated to ${current.version} and waits for a restart.`);
    }
    try {
      const version = options.available(release);
      if (version === null) return refuse("update_not_available", "It runs the newest version already.");
      current = { state: "updating", version };
      report(current);
      void install(version, release);
      return ACCEPTED;
    } catch (error) {
      if (error instanceof UpdateFault) return { accepted: false, error: error.message };
      throw error;
    }
  }

  return {
    get current() {
      return current;
    },
    request,
  };
}

function refuse(refusal: RefusalCode, error: string): HostAnswer {
  return { accepted: false, error, refusal };
}
