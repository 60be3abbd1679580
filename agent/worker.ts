import type { Welcome } from "#contract/agent-protocol.ts";
import type { AgentFlags } from "./flags.ts";
import { dialTarget } from "./dial.ts";
import { RESTART_CODE } from "./launcher.ts";
import { plainText } from "./plain-text.ts";
import { createProcessHost } from "./process-host.ts";
import { openSession, type SessionEnd } from "./session.ts";

export type WorkerOptions = {
  flags: AgentFlags;
  authtoken: string;
  version: string;
  print: (line: string) => void;
  /** What the worker before was given to get its addresses back. */
  kept: (string | undefined)[];
  /** Told what the next one is to be given. */
  onKept: (kept: (string | undefined)[]) => void;
};

/** Holds the session until it is over; resolves with the code to exit with. `signal` ends it. */
export async function runWorker(options: WorkerOptions, signal: AbortSignal): Promise<number> {
  const { flags, authtoken, version, print, kept } = options;
  const session = openSession({
    url: flags.url,
    authtoken,
    host: createProcessHost({
      version,
      platform: process.platform,
      arch: process.arch,
      updateCheck: !flags.noUpdateCheck,
      remoteManagement: !flags.noRemoteManagement,
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
      announce(welcome, flags, print);
    },
    onOffline: (reason, retryInMs) =>
      print(`Offline: ${plainText(reason)} Trying again in ${(retryInMs / 1000).toFixed(1)} s.`),
  });
  signal.addEventListener("abort", () => void session.close());
  const end = await session.ended;
  print(farewell(end));
  return exitCode(end);
}

function announce({ session_id, tunnels }: Welcome, flags: AgentFlags, print: WorkerOptions["print"]): void {
  print(`Agent pid ${process.pid}: session ${plainText(session_id)} online`);
  for (const [index, { forwards_to, labels = {} }] of flags.tunnels.entries()) {
    const { plain_url, public_url } = tunnels[index] ?? {};
    const urls = [plain_url, public_url].filter((url) => url !== undefined).map((url) => plainText(url));
    const names = Object.entries(labels).map((pair) => pair.join("="));
    for (const at of urls.length > 0 ? urls : [names.join(" ")]) print(`  ${at} → ${forwards_to}`);
  }
}

function farewell(end: SessionEnd): string {
  if (end.why === "refused") return `Refused by the service: ${plainText(end.reason)}`;
  if (end.why === "restart") return `Agent pid ${process.pid}: restarting`;
  return `Agent pid ${process.pid}: stopped`;
}

function exitCode({ why }: SessionEnd): number {
  if (why === "restart") return RESTART_CODE;
  return why === "refused" ? 1 : 0;
}
