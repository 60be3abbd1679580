import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { packLong, type Wants, wantsOf, writtenRead } from "./answer.ts";
import { commonHeaders } from "./answer-headers.ts";
import { bearerToken } from "./auth.ts";
import type { Principal, Services } from "./call.ts";
import { API_HEADERS } from "./cors.ts";
import type { Identify } from "./identify.ts";
import type { KeptAnswer } from "./kept-answers.ts";
import { FORWARDED_HEADERS } from "./public-base.ts";
import { beginRequest, type Ended } from "./request-log.ts";
import { hashToken } from "../store/tokens.ts";
import type { VersionsNow } from "../store/versions.ts";
import { checkVersion } from "./version.ts";

/** So many requests are known again, of so many characters each. */
const KNOWN_MAX = 10_000;
const KEY_MAX = 1_000;

/** What every answer has; each request puts its own operation id in place, which is the first header. */
const COMMON = { ...commonHeaders(""), ...API_HEADERS };
const OPERATION_AT = 1;

/** A request that was answered: its answer as it is kept, or read anew; its operation, and its path. */
type Known = {
  kept: (now: VersionsNow) => KeptAnswer | undefined;
  read: (now: VersionsNow) => Promise<KeptAnswer>;
  operation: string;
  path: string;
};

type QuickOptions = Pick<Services, "config" | "stopping" | "versions"> &
  Pick<Identify, "recall"> & {
    countRequest: (caller: Principal) => void;
    tell: (ended: Ended) => void;
  };

/** Reads that are answered past the app, which costs more than all else of them. */
export type QuickReads = {
  /** A GET without an Origin was answered with what is kept under a name: so it has passed what depends on its URL and host. */
  learn: (incoming: IncomingMessage | undefined, known: Known) => void;
  /**
   * Answers what the app would answer in the same way. False, at once or later, leaves it to the app, which alone refuses.
   */
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean> | boolean;
};

/** What the headers of a request say: where it was sent to, the hash of its key, and what it wants. */
type Head = Wants & { place: string; keyHash: string };

/** Null for what the app has to look at. */
function readHead(
  { headers }: IncomingMessage,
  { versionHeader, trustForwarded }: Services["config"],
): Head | null {
  const { host, origin } = headers;
  if (host === undefined || origin !== undefined) return null;
  if ("content-length" in headers || "transfer-encoding" in headers) return null;
  const token = bearerToken(headers.authorization ?? null);
  if (token === null) return null;
  const header = (name: string) => headers[name.toLowerCase()] as string | undefined;
  try {
    checkVersion(header, versionHeader);
  } catch {
    return null;
  }
  const forwarded = trustForwarded ? FORWARDED_HEADERS.map((name) => headers[name]) : [];
  return { place: [host, ...forwarded, ""].join("\n"), keyHash: hashToken(token), ...wantsOf(header) };
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, i) => one === others[i]);

export function createQuickReads(options: QuickOptions): QuickReads {
  const { config, stopping, versions, recall, countRequest, tell } = options;
  const all = new Map<string, Known>();
  /** What was read last on a connection: its next request has the same headers nearly always. */
  const heads = new WeakMap<Socket, { raw: readonly string[]; head: Head | null }>();

  function headOf(incoming: IncomingMessage): Head | null {
    const { socket, rawHeaders: raw } = incoming;
    const before = heads.get(socket);
    if (before && areSame(before.raw, raw)) return before.head;
    const head = readHead(incoming, config);
    heads.set(socket, { raw, head });
    return head;
  }

  function answer(outgoing: ServerResponse, head: Head, known: Known): Promise<boolean> | boolean {
    const { operationId, started } = beginRequest(outgoing);

    function send(caller: Principal, found: KeptAnswer): Promise<boolean> | boolean {
      const written = writtenRead(head, found, COMMON);
      if (!written) return packLong(head, found).then(() => send(caller, found));
      if (stopping()) return false;
      // Refuses by throwing, and has counted nothing then.
      countRequest(caller);
      const { status, headers, body } = written;
      headers[OPERATION_AT] = operationId;
      outgoing.writeHead(status, headers).end(body);
      const { operation, path } = known;
      const ms = performance.now() - started;
      tell({ operationId, operation, method: "GET", path, status, ms, keyId: caller.keyId });
      return true;
    }

    function answerAt(now: VersionsNow): Promise<boolean> | boolean {
      const caller = recall(head.keyHash, now);
      if (!caller) return false;
      const kept = known.kept(now);
      return kept ? send(caller, kept) : known.read(now).then((found) => send(caller, found));
    }

    const now = versions.seen();
    return now ? answerAt(now) : versions.now().then(answerAt);
  }

  return {
    learn: (incoming, known) => {
      const head = incoming && incoming.method === "GET" ? headOf(incoming) : null;
      const key = head && `${head.place}${incoming?.url}`;
      if (key === null || key.length > KEY_MAX || all.has(key)) return;
      if (all.size >= KNOWN_MAX) all.clear();
      all.set(key, known);
    },
    answer: (incoming, outgoing) => {
      const head = incoming.method === "GET" ? headOf(incoming) : null;
      const known = head && all.get(head.place + incoming.url);
      if (!known) return false;
      // What is refused, the app refuses: nothing was counted yet.
      try {
        const done = answer(outgoing, head, known);
        return typeof done === "boolean" ? done : done.catch(() => false);
      } catch {
        return false;
      }
    },
  };
}
