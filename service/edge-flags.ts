import * as z from "zod/mini";
import { flag, type Flags } from "#contract/command-line.ts";
import { OAUTH_OWN_APP_ONLY } from "#contract/modules/oauth-provider-names.ts";
import { OAUTH_PROVIDERS } from "#contract/modules/oauth-providers.ts";
import { someText, whole } from "./flag-values.ts";

/** Ports that TCP addresses have. */
export type PortRange = { first: number; last: number };

const portOrOff = z.pipe(
  z.string().check(
    z.refine((text) => text === "off" || (/^\d{1,5}$/.test(text) && Number(text) <= 65_535), {
      error: ({ input }) => `must be a port from 0 to 65535, or off, not "${String(input)}"`,
    }),
  ),
  z.transform((text) => (text === "off" ? ("off" as const) : Number(text))),
);

function readRange(text: string): PortRange | null {
  const [, first = 0, last = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).map(Number);
  return first >= 1 && first <= last && last <= 65_535 ? { first, last } : null;
}

const portRange = z.pipe(
  z.string().check(
    z.refine((text) => text === "off" || readRange(text) !== null, {
      error: ({ input }) => `must be like 10000-29999, or off, not "${String(input)}"`,
    }),
  ),
  z.transform((text) => readRange(text) ?? ("off" as const)),
);

const TCP_PORTS: PortRange | "off" = { first: 10_000, last: 29_999 };

const MANAGED = OAUTH_PROVIDERS.filter((name) => !OAUTH_OWN_APP_ONLY.includes(name));
const APP = new RegExp(`^(${MANAGED.join("|")})=([^:,\\s]+):(.+)$`);

const oauthApps = z.pipe(
  z.string().check(
    z.refine((text) => text.split(",").every((app) => APP.test(app.trim())), {
      error: ({ input }) =>
        `must be like github=CLIENT_ID:/path/to/secret, for ${MANAGED.join(", ")}, not "${String(input)}"`,
    }),
  ),
  z.transform((text) =>
    text.split(",").map((app) => {
      const [, provider = "", clientId = "", secretFile = ""] = APP.exec(app.trim()) ?? [];
      return { provider, clientId, secretFile };
    }),
  ),
);

/** What the edge can be told (edge/README.md). */
export const EDGE_FLAGS = {
  "edge-http": flag("PORT", "port of the edge for HTTP, 0 = any free port", portOrOff, null, "--port + 100"),
  "edge-https": flag(
    "PORT",
    "port of the edge for HTTPS, 0 = any free port",
    portOrOff,
    null,
    "--port + 101",
  ),
  "edge-tcp": flag("RANGE", "ports of the edge for TCP addresses", portRange, TCP_PORTS, "10000-29999"),
  "edge-host": flag("ADDRESS", "address the edge listens on", someText, null, "--host"),
  "tls-cert": flag(
    "FILE",
    "certificate of the edge for every name, in PEM",
    someText,
    null,
    "a local authority",
  ),
  "tls-key": flag("FILE", "private key of --tls-cert, in PEM", someText, null, "none"),
  "oauth-app": flag(
    "PROVIDER=ID:SECRET_FILE",
    "managed app of an OAuth provider, and the file with its secret; several separated by commas",
    oauthApps,
    [],
    "none",
  ),
  "edge-header-timeout": flag("SECONDS", "time limit for the headers of a visitor", whole(1, 3_600), 15),
  "edge-idle-timeout": flag("SECONDS", "how long a visitor’s connection may be idle", whole(1, 3_600), 75),
  "edge-answer-timeout": flag("SECONDS", "time limit for an app to begin its answer", whole(1, 86_400), 60),
  "edge-header-bytes": flag(
    "N",
    "bytes of the headers of a visitor’s request",
    whole(4_096, 1_048_576),
    65_536,
  ),
  "edge-connections": flag(
    "N",
    "open connections of visitors, for each listener",
    whole(10, 1_000_000),
    20_000,
  ),
  "edge-streams": flag("N", "requests at once on one HTTP/2 connection", whole(1, 100_000), 1_000),
  "edge-app-idle": flag(
    "SECONDS",
    "how long a connection to an app is kept without a request",
    whole(1, 3_600),
    4,
  ),
  "edge-link-timeout": flag(
    "SECONDS",
    "how long an agent may not answer before its streams are cut off",
    whole(1, 3_600),
    15,
  ),
  "edge-drain": flag(
    "SECONDS",
    "how long running requests may take when an agent or the edge stops",
    whole(0, 3_600),
    10,
  ),
} as const satisfies Flags;
