import { isDeepStrictEqual } from "node:util";
import { pick, seeded } from "../../demo/random.ts";

type Body = Record<string, unknown>;
/** One request; rejects when no answer came. */
export type Ask = (operation: string, body?: Body) => Promise<{ status: number; body: Body }>;

/** An object as it was last answered, null once it was deleted, and how often it was changed. */
type Known = { path: string; body: Body | null; changes: number };
type Write = { kind: "create" | "update" | "delete"; path: string; sent: Body };

/** What the writers of a run saw; `problems` is empty unless the service broke its word. */
export type Counts = {
  answered: number;
  kept: number;
  refused: number;
  /** Writes without an answer that were found done, and that were found not done. */
  whole: number;
  none: number;
  problems: string[];
};

/** Where things are created, and what each takes beside its texts: one row, or rows of several tables at once. */
const COLLECTIONS: Readonly<Record<string, (marker: string) => Body>> = {
  "/ip_policies": () => ({}),
  "/credentials": (marker) => ({ acl: [`bind:${marker}.example`] }),
  "/edges/https": (marker) => ({ hostports: [`a.${marker}.example:443`, `b.${marker}.example:443`] }),
};
/** An object with more changes is deleted next: its events must fit into one page. */
const CHANGES_MAX = 90;
const LIVE_MAX = 20;
const METADATA_MAX = 3_000;

/**
 * Writes one request after the other, all on objects of its own, and afterwards knows what must be there: so at most one of
 * its writes is ever in doubt.
 */
export class Writer {
  private readonly name: string;
  private readonly random: () => number;
  private readonly counts: Counts;
  private readonly objects = new Map<string, Known>();
  /** Answered writes of each object since it was last looked at. */
  private readonly unseen = new Map<string, number>();
  private doubt: Write | null = null;
  private writes = 0;

  constructor(name: string, seed: number, counts: Counts) {
    this.name = name;
    this.random = seeded(seed);
    this.counts = counts;
  }

  /** Writes until there is no answer, or one that leaves in doubt what was done, or until it is told to stop. */
  async run(ask: Ask, stopped: () => boolean): Promise<void> {
    while (!stopped() && (await this.write(ask)));
  }

  /** Finds out what became of the write in doubt, and that everything answered is there. */
  async check(ask: Ask): Promise<void> {
    await this.settle(ask);
    for (const [path, answered] of this.unseen) {
      const known = this.objects.get(path);
      const { status, body } = await ask(`GET ${path}`);
      const there = known?.body
        ? status === 200 && isDeepStrictEqual(plain(body), known.body)
        : status === 404;
      const id = path.slice(path.lastIndexOf("/") + 1);
      const { events } = (await ask(`GET /events?object_id=${id}`)).body as { events?: unknown[] };
      if (!there) this.counts.problems.push(`${path}: ${status} ${show(body)}, not ${show(known?.body)}`);
      else if (events?.length !== known?.changes)
        this.counts.problems.push(`${path}: ${events?.length} events of ${known?.changes} changes`);
      else this.counts.kept += answered;
    }
    this.unseen.clear();
  }

  /** The paths of what must be there, and how many changes led to it. */
  state(): { live: string[]; changes: number } {
    const all = [...this.objects.values()];
    return {
      live: all.filter(({ body }) => body).map(({ path }) => path),
      changes: all.reduce((sum, { changes }) => sum + changes, 0),
    };
  }

  private async write(ask: Ask): Promise<boolean> {
    const write = this.next();
    const method = { create: "POST", update: "PATCH", delete: "DELETE" }[write.kind];
    const answer = await ask(`${method} ${write.path}`, write.sent).catch(() => null);
    if (write.kind !== "create") this.seen(write.path, 0);
    if (!answer || answer.status === 503) {
      this.doubt = write;
      return false;
    }
    if (answer.status === 507) this.counts.refused += 1;
    else if (answer.status >= 300)
      this.counts.problems.push(`${method} ${write.path}: ${answer.status} ${show(answer.body)}`);
    else {
      this.counts.answered += 1;
      this.apply(write, answer.body, 1);
    }
    return true;
  }

  private next(): Write {
    this.writes += 1;
    const marker = `${this.name}-${this.writes}`;
    const texts = { description: marker, metadata: "m".repeat(Math.floor(this.random() * METADATA_MAX)) };
    const live = [...this.objects.values()].filter(({ body }) => body);
    const known = live[Math.floor(this.random() * live.length)];
    const kind = pick(this.random, { create: live.length < LIVE_MAX ? 4 : 0, update: 5, delete: 1 });
    if (!known || kind === "create") {
      const path = pick(this.random, { "/ip_policies": 1, "/credentials": 1, "/edges/https": 1 });
      return { kind: "create", path, sent: { ...texts, ...COLLECTIONS[path]?.(marker) } };
    }
    const collection = known.path.slice(0, known.path.lastIndexOf("/"));
    if (kind === "delete" || known.changes >= CHANGES_MAX)
      return { kind: "delete", path: known.path, sent: {} };
    return { kind, path: known.path, sent: { ...texts, ...COLLECTIONS[collection]?.(marker) } };
  }

  private apply({ kind, path, sent }: Write, body: Body, answered: number): void {
    const own = kind === "create" ? `${path}/${String(body["id"])}` : path;
    const changes = (this.objects.get(own)?.changes ?? 0) + 1;
    this.objects.set(own, { path: own, body: kind === "delete" ? null : plain(body), changes });
    this.seen(own, answered);
    const different = kind !== "delete" && !fits(body, sent);
    if (different) this.counts.problems.push(`${own}: ${show(body)} of ${show(sent)}`);
  }

  private seen(path: string, answered: number): void {
    this.unseen.set(path, (this.unseen.get(path) ?? 0) + answered);
  }

  private async settle(ask: Ask): Promise<void> {
    const write = this.doubt;
    if (!write) return;
    this.doubt = null;
    const body = write.kind === "create" ? await find(ask, write) : (await ask(`GET ${write.path}`)).body;
    const deleted = write.kind === "delete" && body?.["id"] === undefined;
    // Half of a change is told by `apply`, which compares all of it.
    if (deleted || (body && body["description"] === write.sent["description"])) {
      this.counts.whole += 1;
      this.apply(write, body ?? {}, 0);
    } else this.counts.none += 1;
  }
}

/** The object with the description that was sent, whose id no answer told. */
async function find(ask: Ask, { path, sent }: Write): Promise<Body | null> {
  for await (const body of everything(ask, path))
    if (body["description"] === sent["description"]) return body;
  return null;
}

/** All of a list, page by page. */
export async function* everything(ask: Ask, path: string): AsyncGenerator<Body> {
  for (let next: string | null = path; next !== null;) {
    const { body } = await ask(`GET ${next}`);
    const items = Object.values(body).find((value) => Array.isArray(value)) as Body[];
    yield* items;
    const uri = body["next_page_uri"] as string | null;
    next = uri && uri.slice(uri.indexOf(path));
  }
}

/** Without what differs from answer to answer: the port in each uri, and a token that is answered once. */
function plain(body: Body): Body {
  const text = JSON.stringify({ ...body, token: null });
  return JSON.parse(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "")) as Body;
}

function fits(body: Body, sent: Body): boolean {
  return Object.entries(sent).every(([name, value]) => isDeepStrictEqual(body[name], value));
}

const show = (body: unknown) => JSON.stringify(body)?.replaceAll(/m{9,}/g, "m…").slice(0, 500);
