import { TunnelRequest } from "#contract/agent-protocol.ts";
import { ConfigError } from "#contract/command-line.ts";

const TARGET = /^(?:(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]/\s]+):)?(?<port>\d{1,5})$/;

type Complain = (problem: string) => ConfigError;

/**
 * Reads one `--tunnel`: `tcp:10.0.0.5:22,hostname=db.example.com`.
 *
 * @throws ConfigError that says how to write it.
 */
export function readTunnel(text: string, labels: Record<string, string> | undefined): TunnelRequest {
  const complain: Complain = (problem) =>
    new ConfigError(
      `--tunnel ${text}: ${problem}. Write it like http:3000 or tcp:10.0.0.5:22,hostname=NAME.`,
    );
  const [target = "", ...settings] = text.split(",");
  const colon = target.indexOf(":");
  if (colon < 0) throw complain("the port is missing");
  const proto = target.slice(0, colon);
  const { host = "localhost", port = "" } = TARGET.exec(target.slice(colon + 1))?.groups ?? {};
  if (Number(port) < 1 || Number(port) > 65_535) throw complain("the port must be from 1 to 65535");
  const upstream = `${host}:${Number(port)}`;
  const request = {
    proto,
    forwards_to: /^https?$/.test(proto) ? `${proto}://${upstream}` : upstream,
    labels,
    ...readSettings(settings, complain),
  };
  const parsed = TunnelRequest.safeParse(request);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.path[0] === "proto") throw complain("the protocol must be http, https, tcp or tls");
  throw complain(`${issue?.path.join(".")} ${issue?.message ?? "is invalid"}`);
}

/** Metadata may hold commas: it takes the rest of the text. */
function readSettings(parts: string[], complain: Complain): { hostname?: string; metadata?: string } {
  const settings: { hostname?: string; metadata?: string } = {};
  for (const [index, part] of parts.entries()) {
    if (part.startsWith("metadata=")) {
      return { ...settings, metadata: parts.slice(index).join(",").slice("metadata=".length) };
    }
    if (!part.startsWith("hostname="))
      throw complain(`unknown setting "${part}". Use hostname=NAME, or put metadata=TEXT last`);
    if (settings.hostname !== undefined) throw complain("hostname appears twice");
    settings.hostname = part.slice("hostname=".length);
  }
  return settings;
}
