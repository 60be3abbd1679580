import type { RefusalCode } from "#contract/agent-protocol.ts";
import { ACCEPTED, type HostAnswer } from "./host.ts";

/** idle → updating → updated, which lasts until the restart; a failed install goes back to idle. */
type UpdateState =
  | { state: "idle" }
  | { state: "updating"; version: string }
  | { state: "updated"; version: string };

export type UpdaterOptions = {
  /** Its configuration allows updates. */
  enabled: boolean;
  /** The newest version this agent may take, or null when it runs that already. Never of another major version. */
  available: () => string | null;
  /** Puts that version in place, to run from the next restart on. */
  install: (version: string) => Promise<void>;
  /** Gets what a failed install threw, which is thrown on when this is left out. */
  onFailure?: (error: unknown) => void;
};

export type Updater = { readonly current: UpdateState; request: () => HostAnswer };

/** The states of an agent's update and its four refusals (protocol-facts.md#agent-commands). */
export function createUpdater(options: UpdaterOptions): Updater {
  let current: UpdateState = { state: "idle" };

  async function install(version: string): Promise<void> {
    try {
      await options.install(version);
      current = { state: "updated", version };
    } catch (error) {
      current = { state: "idle" };
      if (!options.onFailure) throw error;
      options.onFailure(error);
    }
  }

  function request(): HostAnswer {
    if (!options.enabled)
      return refuse("update_disabled", "Update checks are turned off in its configuration.");
    if (current.state === "updating") {
      return refuse("update_running", `It is already updating to ${current.version}.`);
    }
    if (current.state === "updated") {
      return refuse("update_awaits_restart", `It has updated to ${current.version} and waits for a restart.`);
    }
    const version = options.available();
    if (version === null) return refuse("update_not_available", "It runs the newest version already.");
    current = { state: "updating", version };
    void install(version);
    return ACCEPTED;
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
