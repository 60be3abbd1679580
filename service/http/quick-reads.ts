import type { IncomingMessage, ServerResponse } from "node:http";
import type { Asked } from "./answer.ts";
import { readParts } from "./answer.ts";
import { commonHeaders } from "./answer-headers.ts";
import type { Principal, Services } from "./call.ts";
import { API_HEADERS } from "./cors.ts";
import type { Identify } from "./identify.ts";
import type { KeptAnswer } from "./kept-answers.ts";
import { FORWARDED_HEADERS } from "./public-base.ts";
import { beginRequest, type Ended } from "./request-log.ts";
import type { VersionsNow } from "../store/versions.ts";
import { checkVersion } from "./version.ts";

/** So many requests are known again, of so many characters each. */
const KNOWN_MAX = 10_000;
const KEY_MAX = 1_000;

/** A request that was answered: what its answer is now, kept or read anew; its operation, and its path. */
type Known = {
  answerNow: (now: VersionsNow) => Promise<KeptAnswer>;
  operation: string;
  path: string;
};

type QuickOptions = Pick<Services, "config" | "stopping"> &
  Pick<Identify, "remembered"> & {
    countRequest: (caller: Principal) => void;
    tell: (ended: Ended) => void;
  };

/** Reads that are answered past the app, which costs more than all else of them. */
export type QuickReads = {
  /** A GET without an Origin was answered with what is kept under a name: so it has passed what depends on its URL and host. */
  learn: (incoming: IncomingMessage | undefined, known: Known) => void;
  /** Answers what the app would answer in the same way. False, or null, leaves it to the app, which alone refuses. */
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean> | null;
};

/** What the checks of URL and host, and the name of the answer, depend on; null for what the app has to look at. */
function keyOf({ method, url, headers }: IncomingMessage, isTrusted: boolean): string | null {
  const { host, origin } = headers;
  const isPlain = method === "GET" && host !== undefined && origin === undefined;
  if (!isPlain || "content-length" in headers || "transfer-encoding" in headers) return null;
  const forwarded = isTrusted ? FORWARDED_HEADERS.map((name) => headers[name]) : [];
  return [host, url, ...forwarded].join("\n");
}

export function createQuickReads(options: QuickOptions): QuickReads {
  const { config, stopping, remembered, countRequest, tell } = options;
  const all = new Map<string, Known>();

  /** Whose answer it is, and the answer, as the app would send it. */
  async function find(asked: Asked, { answerNow }: Known) {
    const caller = await remembered(asked.header("authorization") ?? "");
    if (!caller) return null;
    checkVersion(asked.header, config.versionHeader);
    const answer = await answerNow(caller.now);
    const ready = await readParts(asked, answer, answer.etag);
    if (stopping()) return null;
    countRequest(caller.principal);
    return { ...ready, keyId: caller.principal.keyId };
  }

  async function send(incoming: IncomingMessage, outgoing: ServerResponse, known: Known): Promise<boolean> {
    const { operationId, started } = beginRequest(outgoing);
    const asked: Asked = {
      header: (name) => incoming.headers[name.toLowerCase()] as string | undefined,
      common: { ...commonHeaders(operationId), ...API_HEADERS },
    };
    // What is refused, the app refuses: nothing was counted yet.
    const found = await find(asked, known).catch(() => null);
    if (!found) return false;
    const { status, headers, body, keyId } = found;
    outgoing.writeHead(status, headers).end(body);
    const { operation, path } = known;
    tell({ operationId, operation, method: "GET", path, status, ms: performance.now() - started, keyId });
    return true;
  }

  return {
    learn: (incoming, known) => {
      const key = incoming && keyOf(incoming, config.trustForwarded);
      if (typeof key !== "string" || key.length > KEY_MAX || all.has(key)) return;
      if (all.size >= KNOWN_MAX) all.clear();
      all.set(key, known);
    },
    answer: (incoming, outgoing) => {
      const key = keyOf(incoming, config.trustForwarded);
      const known = key === null ? undefined : all.get(key);
      return known ? send(incoming, outgoing, known) : null;
    },
  };
}
