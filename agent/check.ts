import type { Welcome } from "#contract/agent-protocol.ts";
import { dialTarget } from "./dial.ts";
import type { AgentFlags } from "./flags.ts";
import type { Say } from "./log.ts";
import { plainText } from "./plain-text.ts";
import { createProcessHost } from "./process-host.ts";
import { openSession } from "./session.ts";
import { codeOf } from "./update-fault.ts";

export type CheckOptions = { flags: AgentFlags; authtoken: string; version: string; say: Say };

/** Exit code of a check that did not reach the service. */
const UNREACHED_CODE = 3;

/**
 * Connects once, without tunnels, so that an agent which runs keeps its addresses, and tries what the tunnels forward to. Says
 * what it found; resolves with the exit code.
 */
export async function check({ flags, authtoken, version, say }: CheckOptions): Promise<number> {
  const { url, tunnels } = flags;
  const count = tunnels.length === 1 ? "1 tunnel" : `${tunnels.length} tunnels`;
  say(`Configuration is valid: ${count}`, { event: "valid", tunnels: tunnels.length });
  const { welcome, refused, failure } = await connectOnce({ flags, authtoken, version });
  if (welcome) {
    const { region } = welcome;
    say(`Connected to ${url}, region ${plainText(region)}`, { event: "connected", url, region });
    sayUpdates(welcome.updates?.key, flags, say);
  } else if (refused !== undefined) {
    say(`Refused by the service: ${plainText(refused)}`, { event: "refused", reason: refused });
  } else {
    say(`Can’t connect to ${url}: ${plainText(failure)}`, { event: "unreached", url, reason: failure });
  }
  for (const { forwards_to } of tunnels) await tryApp(forwards_to, flags, say);
  if (welcome) return 0;
  return refused === undefined ? UNREACHED_CODE : 1;
}

type Found = { welcome?: Welcome; refused?: string; failure: string };

async function connectOnce({ flags, authtoken, version }: Omit<CheckOptions, "say">): Promise<Found> {
  const found: Found = { failure: "" };
  const session = openSession({
    url: flags.url,
    authtoken,
    host: createProcessHost({
      version,
      platform: process.platform,
      arch: process.arch,
      updateCheck: false,
      remoteManagement: false,
      selfUpdate: null,
      onUpdateFailure: () => undefined,
    }),
    region: flags.region,
    metadata: flags.metadata,
    tunnels: [],
    onOnline: (welcome) => {
      found.welcome = welcome;
      void session.close();
    },
    onOffline: (reason) => {
      found.failure = reason;
      void session.close();
    },
  });
  const end = await session.ended;
  if (end.why === "refused") found.refused = end.reason;
  return found;
}

function sayUpdates(offered: string | undefined, { updateKey, noUpdateCheck }: AgentFlags, say: Say): void {
  const updates = (text: string) => say(`Updates: ${text}`, { event: "updates", key: offered ?? null });
  if (noUpdateCheck) updates("turned off");
  else if (offered === undefined) updates("this service publishes no agent releases");
  else if (updateKey !== undefined && updateKey !== offered)
    updates("the service signs its releases with another key than --update-key, so none would be accepted");
  else updates(`releases are signed with ${offered}`);
}

async function tryApp(forwardsTo: string, flags: AgentFlags, say: Say): Promise<void> {
  const facts = { event: "app", forwards_to: forwardsTo };
  try {
    const app = await dialTarget(forwardsTo, {
      timeoutMs: flags.dialTimeout * 1_000,
      insecure: flags.insecureUpstreams,
    });
    app.destroy();
    say(`${forwardsTo} can be reached`, { ...facts, reached: true });
  } catch (error) {
    say(`${forwardsTo} can’t be reached (${codeOf(error)})`, {
      ...facts,
      reached: false,
      code: codeOf(error),
    });
  }
}
