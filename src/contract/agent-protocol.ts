import * as z from "zod/mini";
import { Release, UpdateKey, UpdateReport } from "./agent-release.ts";
import { byteText, Metadata } from "./common.ts";
import { parse } from "./issues.ts";
import { AgentCommand } from "./tunnel-session.ts";
import { Proto } from "./tunnel.ts";

/**
 * The agent protocol (agent/README.md#protocol): JSON text messages over one WebSocket at /agent. The subprotocol
 * carries the version; both sides parse every message with these schemas and end the connection on the first that does
 * not fit.
 */
export const AGENT_SUBPROTOCOL = "gatehouse.agent.v1";

/** Largest message either side accepts, in bytes. */
export const AGENT_MESSAGE_MAX_BYTES = 256 * 1024;

/** Bounds that no service allows more of; each may allow fewer (agent/README.md#protocol). */
export const TUNNELS_MAX = 1000;
export const LABELS_MAX = 1000;

const short = byteText(255).check(z.minLength(1));

/** "" = supported; any other text is the user-facing reason why not (protocol-facts.md#agent-commands). */
const Capability = byteText(255);

/** Where an agent can connect (protocol-facts.md#regions). */
export const REGIONS = ["us", "us-cal-1", "eu", "ap", "au", "sa", "jp", "in"] as const;
export const Region = z.enum(REGIONS);
export type Region = z.infer<typeof Region>;

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const HOSTNAME = new RegExp(`^(?=.{1,253}(:|$))${LABEL}(\\.${LABEL})*(:[1-9]\\d{0,4})?$`);

/**
 * The public name a tunnel asks for, in lower case: a whole host name, or one label that the service completes with its
 * region's domain. Only proto tcp may add a port.
 */
const Hostname = z.string().check(
  z.regex(HOSTNAME, "must be a host name in lower case. Example: app.example.com"),
  z.refine((text) => Number(text.split(":")[1] ?? 1) <= 65_535, "must have a port from 1 to 65535"),
);

/** One forward the agent asks for. With `labels` it is a backend tunnel, which has no public URL of its own. */
export const TunnelRequest = z
  .object({
    proto: Proto,
    forwards_to: short,
    metadata: z.optional(Metadata),
    labels: z.optional(
      z.record(short, short).check(
        z.refine((labels) => Object.keys(labels).length > 0, "must name at least one label"),
        z.refine(
          (labels) => Object.keys(labels).length <= LABELS_MAX,
          `must name at most ${LABELS_MAX} labels`,
        ),
      ),
    ),
    hostname: z.optional(Hostname),
    /** What the last welcome gave it: it gets that session’s address again, while nobody else has it. */
    kept: z.optional(byteText(512)),
  })
  .check(
    z.refine((tunnel) => !(tunnel.labels && tunnel.hostname), {
      path: ["hostname"],
      error: "can’t be set on a tunnel with labels, which has no public URL",
    }),
    z.refine((tunnel) => tunnel.proto === "tcp" || !tunnel.hostname?.includes(":"), {
      path: ["hostname"],
      error: "can have a port only if proto is tcp",
    }),
  );
export type TunnelRequest = z.infer<typeof TunnelRequest>;

export const Hello = z.object({
  type: z.literal("hello"),
  authtoken: z.string(),
  agent_version: z.string().check(z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/), z.maxLength(64)),
  os: short,
  arch: short,
  /** Left out: the service's own choice. */
  region: z.optional(Region),
  metadata: z.optional(Metadata),
  transport: z.enum(["service/2", "ssh"]),
  capabilities: z.object({ restart: Capability, stop: Capability, update: Capability }),
  tunnels: z.array(TunnelRequest).check(z.maxLength(TUNNELS_MAX)),
  /** It opens a data link when it is asked to. */
  links: z.optional(z.boolean()),
  /** What came of its last update, if it had one since it was started. */
  update: z.optional(UpdateReport),
});
export type Hello = z.infer<typeof Hello>;

/** Refusals of a command that have an error code of their own; any other failure is told in `error` alone. */
export const RefusalCode = z.enum([
  "update_not_available",
  "update_disabled",
  "update_running",
  "update_awaits_restart",
]);
export type RefusalCode = z.infer<typeof RefusalCode>;

/** Answer to a command: no `error` means the agent accepted it. */
export const CommandResult = z.object({
  type: z.literal("result"),
  id: z.string(),
  error: z.optional(byteText(1024)),
  refusal: z.optional(RefusalCode),
});
export type CommandResult = z.infer<typeof CommandResult>;

/** How far an update got since the hello. Sent only to a service whose welcome has `updates`. */
const UpdateProgress = z.extend(UpdateReport, { type: z.literal("update") });

const Heartbeat = z.object({ type: z.literal("heartbeat") });

/** Everything an agent may send. */
export const AgentMessage = z.discriminatedUnion("type", [Hello, CommandResult, UpdateProgress, Heartbeat]);
export type AgentMessage = z.infer<typeof AgentMessage>;

export const Welcome = z.object({
  type: z.literal("welcome"),
  session_id: z.string(),
  region: z.string(),
  /** In the order of the hello's tunnels. */
  tunnels: z.array(
    z.object({
      id: z.string(),
      public_url: z.optional(z.string()),
      /** The same address without TLS. */
      plain_url: z.optional(z.string()),
      /** To be shown with the next hello. */
      kept: z.optional(z.string()),
    }),
  ),
  heartbeat: z.object({
    /** Milliseconds between two heartbeats of the agent. */
    interval_ms: z.int().check(z.gte(1)),
    /** Milliseconds of silence after which either side gives the session up. */
    tolerance_ms: z.int().check(z.gte(1)),
  }),
  /** It hears how updates go. `key` is that of its releases, which an agent without one keeps. */
  updates: z.optional(z.object({ key: z.optional(UpdateKey) })),
});
export type Welcome = z.infer<typeof Welcome>;

/** Why a session ended or was never opened; `retry` tells the agent whether coming back can help. */
const Goodbye = z.object({ type: z.literal("goodbye"), reason: z.string(), retry: z.boolean() });

/** `release` comes with an update: the newest that the agent may become. */
export const Command = z.object({
  type: z.literal("command"),
  id: z.string(),
  kind: AgentCommand,
  release: z.optional(Release),
});
export type Command = z.infer<typeof Command>;

/** Asks an agent that said `links` to open a data link with this ticket (agent/README.md#data-link). */
const OpenLink = z.object({ type: z.literal("link"), ticket: z.string() });

/** Everything the service may send; it answers each heartbeat with one. */
export const ServiceMessage = z.discriminatedUnion("type", [Welcome, Goodbye, Command, Heartbeat, OpenLink]);
export type ServiceMessage = z.infer<typeof ServiceMessage>;

/** A message that was read, or why it can't be. */
export type Reading<T> = { message: T } | { fault: string };

/** Reads one WebSocket message. `fault` names the field and what is wrong with it, never the value that was sent. */
export function readMessage<T>(schema: z.ZodMiniType<T>, data: unknown): Reading<T> {
  if (typeof data !== "string") return { fault: "Messages must be text, this one is binary." };
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return { fault: "Messages must be JSON, this one is not." };
  }
  const { data: message, issues } = parse(schema, value);
  if (!issues) return { message };
  const [{ path, message: fault } = { path: [], message: "invalid" }] = issues;
  return {
    fault: `This message does not fit ${AGENT_SUBPROTOCOL}: ${[path.join("."), fault].join(" ").trim()}.`,
  };
}
