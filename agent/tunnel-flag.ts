import { TunnelRequest } from "#contract/agent-protocol.ts";
import { ConfigError } from "#contract/command-line.ts";

const HOST = String.raw`(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]/@\s]+)`;
/** `localhost:3000`, `3000` … what stands before the port is a host if it can't be a protocol. */
const HOST_PORT = new RegExp(`^(?:${HOST}:)?(?<port>\\d+)$`);
const URL_PARTS = new RegExp(`^(?<proto>[a-z]+)://${HOST}(?::(?<port>\\d+))?(?<tail>[/?#].*)?$`, "i");
const PLAIN_HOST = /^(localhost$|\[)|\./;
const USUAL_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };

type Complain = (problem: string) => ConfigError;
type Target = { proto: string; host: string; port: string };

/**
 * Reads one `--tunnel`, or what is of the same form under another name: `tcp:10.0.0.5:22,hostname=db.example.com`, `localhost:3000` or `https://10.0.0.5:8443/`.
 *
 * @throws ConfigError that says how to write it.
 */
export function readTunnel(
  text: string,
  labels: Record<string, string> | undefined,
  name = "--tunnel",
): TunnelRequest {
  // The text may hold a password then.
  if (text.split(",")[0]?.includes("@"))
    throw new ConfigError(`${name} can’t have a user and password. Leave out what is before the @.`);
  const complain: Complain = (problem) =>
    new ConfigError(
      `${name} ${text}: ${problem}. Write it like http:3000, localhost:3000, https://10.0.0.5:8443 or tcp:10.0.0.5:22,hostname=NAME.`,
    );
  const [target = "", ...settings] = text.split(",");
  const { proto, host, port } = target.includes("://")
    ? readUrl(target, complain)
    : readPlain(target, complain);
  if (port === "") throw complain("the port is missing");
  if (!(Number(port) >= 1 && Number(port) <= 65_535)) throw complain("the port must be from 1 to 65535");
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

/** `http:3000`, `tcp:10.0.0.5:22`, and of http `localhost:3000` or the port alone. */
function readPlain(target: string, complain: Complain): Target {
  const whole = HOST_PORT.exec(target)?.groups;
  if (whole && (whole["host"] === undefined || PLAIN_HOST.test(whole["host"])))
    return { proto: "http", host: whole["host"] ?? "localhost", port: whole["port"] ?? "" };
  const colon = target.indexOf(":");
  if (colon < 0) throw complain("the port is missing");
  const { host = "localhost", port = "NaN" } = HOST_PORT.exec(target.slice(colon + 1))?.groups ?? {};
  return { proto: target.slice(0, colon), host, port };
}

function readUrl(target: string, complain: Complain): Target {
  const { proto = "", host = "", port, tail = "/" } = URL_PARTS.exec(target)?.groups ?? {};
  if (host === "") throw complain("the URL can’t be read");
  if (tail !== "/") throw complain(`the tunnel carries every path, so leave out ${tail}`);
  const name = proto.toLowerCase();
  return { proto: name, host, port: port ?? USUAL_PORTS[name] ?? "" };
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
