import { refusal } from "#contract/capability.ts";
import type { Hello } from "#contract/agent-protocol.ts";
import type { UpdateReport } from "#contract/agent-release.ts";
import { ACCEPTED, type Host, type HostAnswer, type Reports } from "./host.ts";
import { createUpdater, type UpdaterOptions } from "./updater.ts";

export type ProcessHostOptions = {
  version: string;
  /** As Node names it: `process.platform`. */
  platform: string;
  arch: string;
  updateCheck: boolean;
  remoteManagement: boolean;
  /** How it updates itself; null where it is no single file. */
  selfUpdate: Pick<UpdaterOptions, "available" | "install"> | null;
  /** What came of an update before this process. */
  lastUpdate?: UpdateReport | undefined;
  onUpdateFailure: (error: unknown) => void;
  /** Told what it answered to each update command; `version` = what was offered, where the service said. */
  onUpdateAnswer?: (answer: HostAnswer, version: string | undefined) => void;
};

const NO_UPDATES = { available: () => null, install: () => Promise.resolve() };
const UNMANAGED = "Its configuration disables remote management.";

/**
 * The agent as a process of its own. It accepts restart and stop; the worker then exits with the code that tells its
 * launcher which of the two it was. An agent that is no single file has nothing to update: none is ever available.
 */
export function createProcessHost(options: ProcessHostOptions): Host {
  const { version, platform, arch, updateCheck } = options;
  const os = platform === "win32" ? "windows" : platform;
  const reports: Reports = { current: options.lastUpdate };
  const updater = createUpdater({
    enabled: updateCheck,
    ...(options.selfUpdate ?? NO_UPDATES),
    onFailure: options.onUpdateFailure,
    reports,
  });
  return {
    os,
    arch,
    version,
    capabilities: capabilities(os, options.remoteManagement),
    restart: () => ACCEPTED,
    stop: () => ACCEPTED,
    update: (release) => {
      const answer = updater.request(release);
      options.onUpdateAnswer?.(answer, release?.version);
      return answer;
    },
    reports,
  };
}

function capabilities(os: string, managed: boolean): Hello["capabilities"] {
  if (!managed) return { restart: UNMANAGED, stop: UNMANAGED, update: UNMANAGED };
  return { restart: refusal("restart", { os, transport: "service/2" }) ?? "", stop: "", update: "" };
}
