import { setTimeout as sleep } from "node:timers/promises";
import { ACCEPTED, type Host, type Reports } from "#agent/host.ts";
import { createUpdater } from "#agent/updater.ts";
import { refusal } from "#contract/capability.ts";
import type { DemoProfile } from "./profiles.ts";
import { newerRelease } from "./versions.ts";

export type MemoryHost = Host & {
  /** The version a restart brings up. */
  readonly nextVersion: string;
};

/** A host of the demo: one life of an agent, from a start to its restart, without a process of its own. */
export function createMemoryHost(
  { os, arch, transport, updateCheck }: DemoProfile,
  version: string,
  updateMs: number,
): MemoryHost {
  const reports: Reports = { current: undefined };
  const updater = createUpdater({
    reports,
    enabled: updateCheck,
    available: () => newerRelease(version),
    install: () => sleep(updateMs, undefined, { ref: false }),
  });
  return {
    os,
    arch,
    version,
    capabilities: {
      restart: refusal("restart", { os, transport }) ?? "",
      stop: "",
      update: refusal("update", { os, transport }) ?? "",
    },
    restart: () => ACCEPTED,
    stop: () => ACCEPTED,
    update: updater.request,
    reports,
    get nextVersion() {
      return updater.current.state === "updated" ? updater.current.version : version;
    },
  };
}
