import { parseArgs, type ParseArgsConfig } from "node:util";
import { type Hello, Region, REGIONS, TunnelRequest } from "#contract/agent-protocol.ts";
import { Metadata } from "#contract/common.ts";

/** What the agent was told on its command line. The authtoken is not part of it: see authtoken.ts. */
export type AgentFlags = {
  /** ws: or wss: URL of the service's /agent. */
  url: string;
  tunnels: TunnelRequest[];
  region?: Hello["region"];
  metadata?: string;
  updateCheck: boolean;
  remoteManagement: boolean;
  authtoken?: string;
  authtokenFile?: string;
};

/** A flag that can't be used; `message` names it and says what to write instead. */
export class FlagError extends Error {
  override name = "FlagError";
}

const OPTIONS = {
  url: { type: "string" },
  authtoken: { type: "string" },
  "authtoken-file": { type: "string" },
  tunnel: { type: "string", multiple: true },
  label: { type: "string", multiple: true },
  region: { type: "string" },
  metadata: { type: "string" },
  "no-update-check": { type: "boolean" },
  "no-remote-management": { type: "boolean" },
  help: { type: "boolean" },
} as const satisfies ParseArgsConfig["options"];

export const HELP = `Usage: npm run agent -- --url URL --tunnel PROTO:PORT [flags]

  --url URL                 the service, like http://127.0.0.1:4180
  --authtoken TOKEN         shows in the process list; better: GATEHOUSE_AUTHTOKEN, or
  --authtoken-file FILE     a file that holds nothing but the authtoken
  --tunnel PROTO:[HOST:]PORT[,hostname=NAME][,metadata=TEXT]
                            PROTO is http, https, tcp or tls; repeatable
  --label KEY=VALUE         makes every tunnel a backend tunnel with this label; repeatable
  --region REGION           ${REGIONS.join(", ")}
  --metadata TEXT           shown with the session, at most 4096 bytes
  --no-update-check         refuse updates
  --no-remote-management    refuse restart, stop and update
  --help                    this text

Exit codes: 0 stopped, 1 refused by the service, 2 bad flags.`;

const SECRETS: ReadonlySet<string> = new Set(["authtoken", "authtoken-file"]);

/**
 * Reads the command line.
 *
 * @throws FlagError for anything that can't be used.
 */
export function readFlags(args: readonly string[]): AgentFlags | "help" {
  const values = parse(args);
  if (values.help) return "help";
  if (!values.url) throw new FlagError("--url is missing: where is the service, like http://127.0.0.1:4180?");
  const labels = readLabels(values.label ?? []);
  return {
    url: agentUrl(values.url),
    tunnels: (values.tunnel ?? []).map((text) => readTunnel(text, labels)),
    region: values.region === undefined ? undefined : readRegion(values.region),
    metadata: values.metadata === undefined ? undefined : readMetadata(values.metadata),
    updateCheck: !values["no-update-check"],
    remoteManagement: !values["no-remote-management"],
    authtoken: values.authtoken,
    authtokenFile: values["authtoken-file"],
  };
}

/** The same command line without the flags that hold or lead to the authtoken. */
export function withoutSecrets(args: readonly string[]): string[] {
  const { tokens } = parseArgs({ args: [...args], options: OPTIONS, strict: false, tokens: true });
  const dropped = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== "option" || !SECRETS.has(token.name)) continue;
    dropped.add(token.index);
    if (!token.inlineValue) dropped.add(token.index + 1);
  }
  return args.filter((_, index) => !dropped.has(index));
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FlagError(`${reason.split(/\.\s/)[0]}. --help lists the flags.`, { cause: error });
  }
}

/**
 * Where the agent connects, from the service's base URL or its /agent.
 *
 * @throws FlagError unless it is an http, https, ws or wss URL without user, query or fragment.
 */
export function agentUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^(https?|wss?):$/.test(url.protocol)) {
    throw new FlagError("--url must be an http, https, ws or wss URL, like http://127.0.0.1:4180.");
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new FlagError("--url must not have a user, a query or a fragment; the authtoken has its own flag.");
  }
  const path = url.pathname.replace(/\/+$/, "");
  const scheme = url.protocol.replace("http", "ws");
  return `${scheme}//${url.host}${path.endsWith("/agent") ? path : `${path}/agent`}`;
}

const TARGET = /^(?:(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]/\s]+):)?(?<port>\d{1,5})$/;

function readTunnel(text: string, labels: Record<string, string> | undefined): TunnelRequest {
  const complain = (problem: string) =>
    new FlagError(`--tunnel ${text}: ${problem}. Write it like http:3000 or tcp:10.0.0.5:22,hostname=NAME.`);
  const [target = "", ...settings] = text.split(",");
  const colon = target.indexOf(":");
  if (colon < 0) throw complain("it names no port");
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
function readSettings(
  parts: string[],
  complain: (problem: string) => FlagError,
): { hostname?: string; metadata?: string } {
  const settings: { hostname?: string; metadata?: string } = {};
  for (const [index, part] of parts.entries()) {
    if (part.startsWith("metadata=")) {
      return { ...settings, metadata: parts.slice(index).join(",").slice("metadata=".length) };
    }
    if (!part.startsWith("hostname="))
      throw complain(`"${part}" is no setting; there are hostname and metadata`);
    if (settings.hostname !== undefined) throw complain("hostname is given twice");
    settings.hostname = part.slice("hostname=".length);
  }
  return settings;
}

function readLabels(texts: string[]): Record<string, string> | undefined {
  if (texts.length === 0) return undefined;
  const labels = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at < 1 || at === text.length - 1) throw new FlagError(`--label ${text}: write it as key=value.`);
    if (labels.has(text.slice(0, at))) throw new FlagError(`--label ${text}: this key is given twice.`);
    labels.set(text.slice(0, at), text.slice(at + 1));
  }
  return Object.fromEntries(labels);
}

function readRegion(text: string): Hello["region"] {
  const parsed = Region.safeParse(text);
  if (!parsed.success) throw new FlagError(`--region ${text}: choose one of ${REGIONS.join(", ")}.`);
  return parsed.data;
}

function readMetadata(text: string): string {
  const parsed = Metadata.safeParse(text);
  if (!parsed.success) throw new FlagError(`--metadata ${parsed.error.issues[0]?.message ?? "is invalid"}.`);
  return parsed.data;
}
