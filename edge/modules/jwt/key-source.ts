import { createHash } from "node:crypto";
import type { JWK } from "jose";
import { isOpenToForgery } from "#contract/modules/cant-apply.ts";
import { FetchFault, fetched, NO_HOST } from "../fetched.ts";

/** Milliseconds by which keys are asked for again, behind the requests, and after which they are not used any more. */
const RENEW_MS = 10 * 60_000;
const KEPT_MS = 15 * 60_000;
/** Milliseconds between two questions for a key that is not there, and after one that failed. */
const ROTATE_MS = 30_000;
const RETRY_MS = 5_000;
const MAX_BYTES = 256 * 1024;

/** A URL as it may be shown: a query may hold a key. */
const shown = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/** Why keys can't be fetched from here: whoever is on the way could answer with keys of their own. null = they can. */
export function sourceFault(text: string): string | null {
  return isOpenToForgery(text) ? `${shown(new URL(text))} is not https` : null;
}

/** What one URL publishes as a JWKS (RFC 7517), asked for once for all who need it (docs/decisions/edge/jwt-keys.md). */
export class KeySource {
  private readonly url: URL;
  private readonly now: () => number;
  private kept: { keys: readonly JWK[]; digest: string; at: number } | null = null;
  private failed: { reason: string; at: number } | null = null;
  private asking: Promise<void> | null = null;
  private rotatedAt = -Infinity;

  /** `now` in milliseconds. */
  constructor(url: string, now: () => number = () => performance.now()) {
    this.url = new URL(url);
    this.now = now;
  }

  /** The same list as long as they are the same keys; null where there are none that may be used. */
  keys(): readonly JWK[] | null {
    if (this.kept && this.now() - this.kept.at >= RENEW_MS && !this.resting()) void this.ask();
    return this.known();
  }

  /** The same, with nobody asked for newer ones. */
  known(): readonly JWK[] | null {
    return this.kept && this.now() - this.kept.at < KEPT_MS ? this.kept.keys : null;
  }

  /** Whether there would be keys, or a reason why not, after `ready`. */
  pending(): boolean {
    return this.keys() === null && !this.resting();
  }

  /** Why there are no keys; null where there are. */
  fault(): string | null {
    return this.keys() === null ? (this.failed?.reason ?? `${shown(this.url)} was not asked`) : null;
  }

  /** Resolves within 5 s. */
  async ready(): Promise<void> {
    if (this.pending()) await this.ask();
  }

  /** The same after a look for keys that are new, for a token whose key is not there. */
  async rotated(): Promise<void> {
    if (this.resting() || this.now() - this.rotatedAt < ROTATE_MS) return this.asking ?? undefined;
    this.rotatedAt = this.now();
    await this.ask();
  }

  private resting(): boolean {
    return this.failed !== null && this.now() - this.failed.at < RETRY_MS;
  }

  private ask(): Promise<void> {
    this.asking ??= this.answered().finally(() => (this.asking = null));
    return this.asking;
  }

  private async answered(): Promise<void> {
    try {
      const { keys, digest } = await this.fetch();
      const same = this.kept?.digest === digest;
      this.kept = { keys: same && this.kept ? this.kept.keys : keys, digest, at: this.now() };
      this.failed = null;
    } catch (error) {
      const { message } = error as Error;
      const who = message === NO_HOST ? this.url.hostname : shown(this.url);
      this.failed = { reason: `${who} ${message}`, at: this.now() };
    }
  }

  private async fetch(): Promise<{ keys: readonly JWK[]; digest: string }> {
    const text = await fetched(this.url, MAX_BYTES, "application/jwk-set+json, application/json");
    return { keys: keysOf(text), digest: createHash("sha256").update(text).digest("base64") };
  }
}

function keysOf(text: Buffer): readonly JWK[] {
  const said = jsonOf(text) as { keys?: unknown } | null;
  const keys = typeof said === "object" ? said?.keys : null;
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === "object" && key !== null))
    throw new FetchFault("sent no JWKS");
  return keys as JWK[];
}

function jsonOf(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return null;
  }
}

/** At most this many are shared by modules with the same URL. */
const SOURCES_MAX = 1_000;
const sources = new Map<string, KeySource>();

/** The source of a URL, the same for all who name it. */
export function sourceOf(url: string): KeySource {
  const source = sources.get(url) ?? new KeySource(url);
  sources.delete(url);
  sources.set(url, source);
  if (sources.size > SOURCES_MAX) sources.delete(sources.keys().next().value ?? "");
  return source;
}
