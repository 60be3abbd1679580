import { refusal } from "#contract/capability.ts";
import type { Hello } from "#contract/agent-protocol.ts";
import { ACCEPTED, type Host } from "./host.ts";
import { createUpdater } from "./updater.ts";

export type ProcessHostOptions = {
  version: string;
  /** As Node names it: `process.platform`. */
  platform: string;
  arch: string;
  updateCheck: boolean;
  remoteManagement: boolean;
};

const UNMANAGED = "Its configuration disables remote management.";

/**
 * The agent as a process of its own. It accepts restart and stop; the worker then exits with the code that tells its
 * launcher which of the two it was. There is no channel for updates yet, so none is ever available.
 */
export function createProcessHost(options: ProcessHostOptions): Host {
  const { version, platform, arch, updateCheck } = options;
  const os = platform === "win32" ? "windows" : platform;
  const updater = createUpdater({
    enabled: updateCheck,
    available: () => null,
    install: (next) => Promise.reject(new Error(`There is nowhere to get ${next} from.`)),
  });
  return {
    os,
    arch,
    version,
    capabilities: capabilities(os, options.remoteManagement),
    restart: () => ACCEPTED,
    stop: () => ACCEPTED,
    update: updater.request,
  };
}

function capabilities(os: string, managed: boolean): Hello["capabilities"] {
  if (!managed) return { restart: UNMANAGED, stop: UNMANAGED, update: UNMANAGED };
  return { restart: refusal("restart", { os, transport: "service/2" }) ?? "", stop: "", update: "" };
}
