import { createLocalJWKSet, type JWK } from "jose";
import { type KeySource, sourceOf } from "./key-source.ts";

type Find = ReturnType<typeof createLocalJWKSet>;

/** The keys of several sources as they are now; another one once they change. */
export type KeySet = { id: number; find: Find };

let sets = 0;

/** The keys that may have signed the tokens of a module. */
export class KeyRing {
  private readonly sources: readonly KeySource[];
  private made: { of: readonly (readonly JWK[] | null)[]; set: KeySet } | null = null;

  constructor(urls: readonly string[]) {
    this.sources = urls.map(sourceOf);
  }

  /** As they are known without waiting; null where a source must be asked first. */
  known(): KeySet | null {
    return this.sources.some((source) => source.pending()) ? null : this.now();
  }

  /** As they are kept, with nobody asked; null where a source is not known. */
  kept(): KeySet | null {
    const of = this.sources.map((source) => source.known());
    return of.includes(null) ? null : this.setOf(of);
  }

  /** With what each source says within 5 s. */
  async ready(): Promise<KeySet> {
    await Promise.all(this.sources.map((source) => source.ready()));
    return this.now();
  }

  /** After a look for new keys, which each source is asked for at most twice a minute. */
  async rotated(): Promise<KeySet> {
    await Promise.all(this.sources.map((source) => source.rotated()));
    return this.ready();
  }

  /** Why one of the sources has none; null where all have theirs. */
  fault(): string | null {
    return this.sources.map((source) => source.fault()).find((fault) => fault !== null) ?? null;
  }

  private now(): KeySet {
    return this.setOf(this.sources.map((source) => source.keys()));
  }

  private setOf(of: readonly (readonly JWK[] | null)[]): KeySet {
    if (this.made?.of.every((keys, i) => keys === of[i])) return this.made.set;
    sets += 1;
    const set = { id: sets, find: createLocalJWKSet({ keys: of.flatMap((keys) => keys ?? []) }) };
    this.made = { of, set };
    return set;
  }
}
