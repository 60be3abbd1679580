import { etagOf, type Readable } from "./answer.ts";
import type { Json } from "./json.ts";
import type { Table } from "../store/schema.ts";
import type { VersionsNow } from "../store/versions.ts";

/** An answer, its ETag, and the tables it shows with the versions that they had. */
export type KeptAnswer = Readable & { shows: readonly (readonly [Table, number])[] };

/** So many bytes of answers are kept. */
const BYTES_MAX = 32 * 1024 * 1024;
/** What an answer takes beside its bytes; packed it takes a part of them again. */
const EACH_BYTES = 1024;
/** So many URLs are known to have been asked for. */
const ASKED_MAX = 1_000;

/**
 * Answers of the API by their URLs, each used as long as every table that it shows is at the version it was read at. A URL's are
 * kept from the second time on that it is asked for: who reads a long list page by page pushes nobody else's out. Those that
 * nobody asked for the longest go first.
 */
export class KeptAnswers {
  private readonly answers = new Map<string, KeptAnswer>();
  private readonly asked = new Set<string>();
  /** The one that was asked for last. */
  private newest = "";
  private bytes = 0;
  private readonly most: number;

  constructor(most = BYTES_MAX) {
    this.most = most;
  }

  /** One that is still what the store has. */
  get(url: string, now: VersionsNow): KeptAnswer | undefined {
    const kept = this.answers.get(url);
    if (!kept) return undefined;
    for (const [table, version] of kept.shows)
      if (now[table] !== version) {
        this.drop(url, kept);
        this.wasAsked(url);
        return undefined;
      }
    if (url !== this.newest) {
      this.answers.delete(url);
      this.answers.set(url, kept);
      this.newest = url;
    }
    return kept;
  }

  /** What is sent of an answer. `now` was read before anything that it shows. */
  put(url: string, answer: Json, tables: Iterable<Table>, now: VersionsNow): KeptAnswer {
    const kept = {
      plain: answer.plain,
      etag: etagOf(answer),
      shows: [...tables].map((table) => [table, now[table]] as const),
    };
    const before = this.answers.get(url);
    if (before) this.drop(url, before);
    else if (!this.wasAsked(url)) return kept;
    this.add(url, kept);
    for (const [oldest, one] of this.answers) {
      if (this.bytes <= this.most) break;
      this.drop(oldest, one);
    }
    return kept;
  }

  /** Whether it is known already; it is from now on. */
  private wasAsked(url: string): boolean {
    if (this.asked.has(url)) return true;
    if (this.asked.size >= ASKED_MAX) this.asked.clear();
    this.asked.add(url);
    return false;
  }

  private add(url: string, kept: KeptAnswer): void {
    this.answers.set(url, kept);
    this.newest = url;
    this.bytes += sizeOf(kept);
  }

  private drop(url: string, kept: KeptAnswer): void {
    this.answers.delete(url);
    this.bytes -= sizeOf(kept);
  }
}

const sizeOf = ({ plain, etag }: KeptAnswer): number => EACH_BYTES + plain.length + etag.length;
