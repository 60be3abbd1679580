import { dirname } from "node:path";
import { mayBecome } from "#contract/agent-release.ts";
import { stage } from "./bundle-files.ts";
import { download } from "./download.ts";
import { isSigned } from "./signature.ts";
import { faultWords, UpdateFault } from "./update-fault.ts";
import type { UpdateKeys } from "./update-keys.ts";
import type { UpdaterOptions } from "./updater.ts";

export type SelfUpdateOptions = {
  version: string;
  /** The bundle that runs. */
  file: string;
  /** ws: or wss: URL of the service's /agent. */
  url: string;
  authtoken: string;
  keys: UpdateKeys;
};

/** How an agent that is a single file updates itself: to what the service offers, once it is found to be genuine. */
export function selfUpdate(options: SelfUpdateOptions): Pick<UpdaterOptions, "available" | "install"> {
  const { version: own, file, keys } = options;
  return {
    available: (release) => {
      if (!release || release.version === own) return null;
      const { version } = release;
      const key = keys.current();
      if (key === undefined)
        throw new UpdateFault("This agent has no update key. Start it with --update-key.");
      if (!isSigned(release, key))
        throw new UpdateFault(`Release ${version} is not signed with the update key of this agent.`);
      if (!mayBecome(own, version))
        throw new UpdateFault(
          `The service offers ${version}. This agent runs ${own} and only updates to newer versions of its major.`,
        );
      return version;
    },
    install: async (_, release) => {
      if (!release) throw new UpdateFault("There is no release.");
      try {
        await stage(file, release, download({ ...options, release }));
      } catch (error) {
        throw new UpdateFault(faultWords(error, dirname(file)), { cause: error });
      }
    },
  };
}
