import * as z from "zod/mini";
import { byteText } from "./common.ts";
import { compareVersions, parseVersion } from "./version.ts";

/** The single file that an agent runs as. */
export const AGENT_BUNDLE = "gatehouse-agent.mjs";
/** What is beside it in a folder of releases, `DIR/VERSION/`. */
export const MANIFEST = "manifest.json";
/** In `DIR`: the public key of those releases, which agents are given when they have none. */
export const KEY_FILE = "agent-release.pub";
/** Where agents get bundles from, below the origin they connect to: `/agent/releases/1.1.0`. */
export const RELEASES_PATH = "/agent/releases";
/** Largest bundle that an agent takes, in bytes. */
const BUNDLE_MAX_BYTES = 32 * 1024 * 1024;
const NOTES_MAX_BYTES = 16 * 1024;

const NUMBER = String.raw`(0|[1-9]\d{0,8})`;
const RELEASE = new RegExp(String.raw`^${NUMBER}\.${NUMBER}\.${NUMBER}$`);

/** `major.minor.patch`: a release is no trial. */
export const ReleaseVersion = z.string().check(z.regex(RELEASE, "must be a version like 1.2.0"));

/** An Ed25519 public key, by which an agent knows its releases: 32 bytes as base64url. */
export const UpdateKey = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, "must be an Ed25519 public key of 43 characters"));

/** What is said of a release, and signed. */
export const ReleaseFacts = z.object({
  version: ReleaseVersion,
  /** Of the bundle, in bytes. */
  size: z.int().check(z.gte(1), z.lte(BUNDLE_MAX_BYTES)),
  /** Of the bundle, in lower-case hex. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hex")),
  notes: byteText(NOTES_MAX_BYTES),
});
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

/** The manifest of a release: its facts, and an Ed25519 signature of {@link signedText} as base64url. */
export const Release = z.extend(ReleaseFacts, {
  signature: z.string().check(z.regex(/^[\w-]{86}$/, "must be an Ed25519 signature of 86 characters")),
});
export type Release = z.infer<typeof Release>;

/** How far the last update of an agent got: "updated" awaits its restart, "rolled_back" was run and did not come online. */
export const UpdateReport = z.object({
  state: z.enum(["updating", "updated", "failed", "rolled_back"]),
  /** The version that it was to become. */
  version: ReleaseVersion,
  /** Why it failed or was rolled back, for the user. */
  reason: z.optional(byteText(1024)),
});
export type UpdateReport = z.infer<typeof UpdateReport>;

/** The text that a signature is of. Each field but the last is of a fixed form, so no two releases have the same. */
export function signedText({ version, size, sha256, notes }: ReleaseFacts): string {
  return `gatehouse-agent release\nversion ${version}\nsize ${size}\nsha256 ${sha256}\n\n${notes}`;
}

/** True where an agent of version `own` may become `next`: newer, and of the same major (protocol-facts.md#agent-commands). */
export function mayBecome(own: string, next: string): boolean {
  const major = parseVersion(own)?.major;
  return major !== undefined && parseVersion(next)?.major === major && compareVersions(own, next) < 0;
}

/** The newest of what an agent of version `own` may become; undefined when there is none. */
export function newestFor<R extends { version: string }>(own: string, releases: Iterable<R>): R | undefined {
  return [...releases]
    .filter(({ version }) => mayBecome(own, version))
    .toSorted((a, b) => compareVersions(b.version, a.version))[0];
}
