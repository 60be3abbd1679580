import * as z from "zod/mini";
import { REGIONS, type TunnelRequest } from "#contract/agent-protocol.ts";
import { UpdateKey } from "#contract/agent-release.ts";
import {
  ConfigError,
  flag,
  type Flags,
  helpText,
  readCommandLine,
  toggle,
  type Values,
} from "#contract/command-line.ts";
import { Metadata, METADATA_MAX_BYTES } from "#contract/common.ts";
import { type ConfigFile, readConfigFile } from "./config-file.ts";
import { LOG_FORMATS } from "./log.ts";
import { readTunnel } from "./tunnel-flag.ts";

const SERVICE = "like http://127.0.0.1:4180";
const MISSING = `is missing. Give the address of the service, ${SERVICE}.`;

/** Where the agent connects, from the service's base URL or its /agent: ws: or wss:, without user, query or fragment. */
export const AgentUrl = z.pipe(
  z.string().check(
    z.minLength(1, { error: MISSING, abort: true }),
    z.refine((text) => URL.canParse(text) && /^(https?|wss?):$/.test(new URL(text).protocol), {
      error: `must be an http, https, ws or wss URL, ${SERVICE}`,
      abort: true,
    }),
    z.refine((text) => {
      const { username, password, search, hash } = new URL(text);
      return !(username || password || search || hash);
    }, "must not have a user, a query or a fragment; the authtoken has its own flag"),
  ),
  z.transform((text) => {
    const { pathname, protocol, host } = new URL(text);
    const path = pathname.replace(/\/+$/, "");
    return `${protocol.replace("http", "ws")}//${host}${path.endsWith("/agent") ? path : `${path}/agent`}`;
  }),
);

const Labels = z.pipe(
  z.array(
    z
      .string()
      .check(z.regex(/^[^=]+=./s, { error: ({ input }) => `${String(input)}: write it as key=value` })),
  ),
  z.transform((texts, context) => {
    const labels = new Map<string, string>();
    for (const text of texts) {
      const at = text.indexOf("=");
      const key = text.slice(0, at);
      if (labels.has(key))
        context.issues.push({ code: "custom", input: texts, message: `${text}: this key is given twice` });
      labels.set(key, text.slice(at + 1));
    }
    return Object.fromEntries(labels);
  }),
);

const KnownRegion = z.enum(REGIONS, {
  error: ({ input }) => `${String(input)}: choose one of ${REGIONS.join(", ")}`,
});

const LogFormat = z.enum(LOG_FORMATS, {
  error: ({ input }) => `must be ${LOG_FORMATS.join(" or ")}, not "${String(input)}"`,
});

/** Whole seconds, up to an hour. */
function seconds(min: number) {
  const text = z.string().check(
    z.refine((given) => /^\d{1,4}$/.test(given) && Number(given) >= min && Number(given) <= 3_600, {
      error: ({ input }) => `must be a whole number from ${min} to 3600, not "${String(input)}"`,
    }),
  );
  return z.pipe(text, z.transform(Number));
}

/** Everything the agent can be told on its command line; the authtoken's other ways are in authtoken.ts. */
export const FLAGS = {
  config: flag("FILE", "settings in YAML; flags count more", z.string(), undefined),
  check: toggle("check the settings, connect once, say what was found, and end"),
  url: flag("URL", `the service, ${SERVICE}`, AgentUrl, undefined),
  authtoken: flag(
    "TOKEN",
    "visible in the process list; prefer GATEHOUSE_AUTHTOKEN or",
    z.string(),
    undefined,
  ),
  "authtoken-file": flag("FILE", "file with only the authtoken in it", z.string(), undefined),
  tunnel: flag(
    "[PROTO:][HOST:]PORT[,hostname=NAME][,metadata=TEXT]",
    "PROTO is http (default), https, tcp or tls; or a URL; repeatable",
    z.array(z.string()),
    [],
  ),
  label: flag("KEY=VALUE", "backend label; the tunnel gets no public URL; repeatable", Labels, undefined),
  region: flag("REGION", REGIONS.join(", "), KnownRegion, undefined),
  metadata: flag("TEXT", `shown with the session, at most ${METADATA_MAX_BYTES} bytes`, Metadata, undefined),
  "insecure-upstreams": toggle("accept any certificate of https forwards"),
  "dial-timeout": flag("SECONDS", "time limit to connect to an app", seconds(1), 10),
  drain: flag("SECONDS", "how long running requests may take when it stops", seconds(0), 10),
  "log-format": flag("FORMAT", LOG_FORMATS.join(" or "), LogFormat, "text" as const),
  "no-update-check": toggle("refuse updates"),
  "update-key": flag(
    "KEY",
    "accept only updates signed with this key",
    UpdateKey,
    undefined,
    "the first key the service sends",
  ),
  state: flag("DIR", "where the update key is kept", z.string(), undefined, "beside the program"),
  "online-within": flag(
    "SECONDS",
    "how long a new version may take to connect before it is rolled back",
    seconds(1),
    30,
  ),
  "no-remote-management": toggle("refuse restart, stop and update"),
} as const satisfies Flags;

type Given = Values<typeof FLAGS>;

/** What the agent was told on its command line. `url` is the service's /agent, ws: or wss:. */
export type AgentFlags = Omit<Given, "url" | "tunnel" | "label" | "config"> & {
  url: string;
  tunnels: TunnelRequest[];
};

export const HELP = helpText(FLAGS, {
  usage: "gatehouse-agent --url URL --tunnel PROTO:PORT [flags]",
  column: 26,
  after: [
    "",
    "gatehouse-agent --version shows its version.",
    "",
    "Exit codes: 0 stopped, 1 refused by the service, 2 invalid settings, 3 --check did not reach the service.",
  ],
});

/** What holds or leads to the authtoken. */
export const SECRETS: ReadonlySet<string> = new Set(["authtoken", "authtoken-file"]);

/**
 * Reads the command line, and the file that it names.
 *
 * @throws ConfigError for anything that can't be used.
 */
export function readFlags(args: readonly string[]): AgentFlags | "help" {
  const alone = readCommandLine(FLAGS, args);
  if (alone === "help") return "help";
  const file = alone.config === undefined ? NO_FILE : readConfigFile(alone.config);
  const given = readCommandLine(
    FLAGS,
    args,
    {},
    alone.authtoken === undefined ? file.given : withoutToken(file.given),
  );
  if (given === "help") return "help";
  const { url, tunnel, label, config: _, ...rest } = given;
  if (url === undefined) throw new ConfigError(`--url ${MISSING}`);
  const tunnels = tunnel.length > 0 ? tunnel.map((text) => readTunnel(text, label)) : (file.tunnels ?? []);
  return { ...rest, url, tunnels };
}

const NO_FILE: ConfigFile = { given: {}, tunnels: undefined };

/** --authtoken counts more than the file that the settings name. */
function withoutToken(given: ConfigFile["given"]): ConfigFile["given"] {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== "authtoken-file"));
}
