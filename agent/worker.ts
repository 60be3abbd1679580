import { dirname, join } from "node:path";
import type { Welcome } from "#contract/agent-protocol.ts";
import type { UpdateReport } from "#contract/agent-release.ts";
import type { AgentFlags } from "./flags.ts";
import { dialTarget } from "./dial.ts";
import { RESTART_CODE } from "./launcher.ts";
import type { Say } from "./log.ts";
import { plainText } from "./plain-text.ts";
import { createProcessHost } from "./process-host.ts";
import { selfUpdate } from "./self-update.ts";
import { codeOf } from "./update-fault.ts";
import { createUpdateKeys, type UpdateKeys } from "./update-keys.ts";
import { openSession, type SessionEnd } from "./session.ts";

export type WorkerOptions = {
  flags: AgentFlags;
  authtoken: string;
  version: string;
  /** The bundle that updates replace; null where it is none. */
  bundle: string | null;
  /** What came of an update before this process. */
  lastUpdate: UpdateReport | undefined;
  say: Say;
  /** What the worker before was given to get its addresses back. */
  kept: (string | undefined)[];
  /** Told what the next one is to be given. */
  onKept: (kept: (string | undefined)[]) => void;
};

/** Holds the session until it is over; resolves with the code to exit with. `signal` ends it. */
export async function runWorker(options: WorkerOptions, signal: AbortSignal): Promise<number> {
  const { flags, authtoken, version, bundle, say, kept } = options;
  const keys = bundle === null ? null : keysOf(flags, bundle, say);
  const session = openSession({
    url: flags.url,
    authtoken,
    host: createProcessHost({
      version,
      platform: process.platform,
      arch: process.arch,
      updateCheck: !flags.noUpdateCheck,
      remoteManagement: !flags.noRemoteManagement,
      selfUpdate:
        bundle !== null && keys
          ? selfUpdate({ version, file: bundle, url: flags.url, authtoken, keys })
          : null,
      lastUpdate: options.lastUpdate,
      onUpdateAnswer: (answer, offered = "") => {
        const version = plainText(offered);
        if (answer.accepted) return say(`Updating to ${version}`, { event: "update_accepted", version });
        say(`Update refused: ${answer.error}`, { event: "update_refused", version, reason: answer.error });
      },
      onUpdateFailure: (error) => {
        const reason = (error as Error).message;
        say(`Not updated: ${reason}`, { event: "update_failed", reason });
      },
    }),
    region: flags.region,
    metadata: flags.metadata,
    tunnels: flags.tunnels,
    dial: (forwardsTo) =>
      dialTarget(forwardsTo, { timeoutMs: flags.dialTimeout * 1_000, insecure: flags.insecureUpstreams }),
    drainMs: flags.drain * 1_000,
    kept,
    onOnline: (welcome) => {
      options.onKept(kept);
      keys?.offered(welcome.updates?.key);
      announce(welcome, flags, say);
    },
    onOffline: (reason, retryInMs) => {
      const seconds = (retryInMs / 1000).toFixed(1);
      const facts = { event: "offline", reason: plainText(reason), retry_ms: Math.round(retryInMs) };
      say(`Offline: ${facts.reason} Trying again in ${seconds} s.`, facts);
    },
  });
  signal.addEventListener("abort", () => void session.close());
  const end = await session.ended;
  farewell(end, say);
  return exitCode(end);
}

function keysOf(flags: AgentFlags, bundle: string, say: Say): UpdateKeys {
  const { updateKey, state, url } = flags;
  const folder = state ?? join(dirname(bundle), "gatehouse-agent.state");
  const isUpdated = !flags.noUpdateCheck && !flags.noRemoteManagement;
  const onFault = (error: unknown) =>
    isUpdated &&
    say(`The update key can’t be kept in ${folder} (${codeOf(error)}). Give it with --update-key.`, {
      event: "key_not_kept",
      code: codeOf(error),
    });
  return createUpdateKeys({ given: updateKey, folder, url, onFault });
}

function announce({ session_id, tunnels, region }: Welcome, flags: AgentFlags, say: Say): void {
  const id = plainText(session_id);
  say(`Agent pid ${process.pid}: session ${id} online`, {
    event: "online",
    session_id: id,
    region: plainText(region),
  });
  for (const [index, { forwards_to, labels = {} }] of flags.tunnels.entries()) {
    const { plain_url, public_url } = tunnels[index] ?? {};
    const urls = [plain_url, public_url].filter((url) => url !== undefined).map((url) => plainText(url));
    const names = Object.entries(labels).map((pair) => pair.join("="));
    for (const at of urls.length > 0 ? urls : [names.join(" ")])
      say(`  ${at} → ${forwards_to}`, { event: "tunnel", at, forwards_to });
  }
}

function farewell(end: SessionEnd, say: Say): void {
  if (end.why === "refused") {
    const reason = plainText(end.reason);
    return say(`Refused by the service: ${reason}`, { event: "refused", reason });
  }
  const event = end.why === "restart" ? "restarting" : "stopped";
  return say(`Agent pid ${process.pid}: ${event}`, { event });
}

function exitCode({ why }: SessionEnd): number {
  if (why === "restart") return RESTART_CODE;
  return why === "refused" ? 1 : 0;
}
