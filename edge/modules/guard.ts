import type { Snapshot } from "../account.ts";
import type { DecisionRef, Reshape } from "../events/trail.ts";
import type { VisitorConnection } from "../events/visitor-connection.ts";
import type { Headers } from "../headers.ts";
import type { RefusalName } from "../refusals.ts";
import type { EdgeRequest } from "../request-body.ts";
import type { Place } from "../routing/find.ts";

/** What is asked for: `host` as it was said, `name` without its port, `target` = path and query. */
export type Target = { host: string; name: string; path: string; target: string };

/** `request` and `target` = null of a connection that is no HTTP. */
export type Met = {
  connection: VisitorConnection;
  scheme: "http" | "https" | "tcp";
  request: EdgeRequest | null;
  target: Target | null;
  snapshot: Snapshot;
  place: Place;
  /** A field of the event as a text of one line; empty where it is not known by now. */
  variable: (name: string) => string;
  /** The whole body, which the app gets too; null when it has more bytes than these, or the visitor has left. */
  body: (limit: number) => Promise<Buffer | null>;
  /** Of a request that has passed: what it says can’t be known. */
  unknown?: () => never;
};

/** What the edge answers instead of the app, in the name of a module: names of headers in lower case. */
export type OwnAnswer = { status: number; headers: Headers; body: string };

/**
 * What a module has to say besides: what decided, documented fields of the event by their dotted names, and of several parts a
 * line of the trail for each, and what was logged.
 */
type Told = {
  refs?: DecisionRef[];
  facts?: Readonly<Record<string, unknown>>;
  /** The same below `gatehouse` (src/contract/traffic/own-fields.ts). */
  ownFacts?: Readonly<Record<string, unknown>>;
  steps?: readonly { verdict: string; reason: string; refs?: DecisionRef[] }[];
  logs?: readonly object[];
};

export type Verdict = Told & Decided;

type Decided =
  | {
      verdict: "allow" | "allow_while_open";
      reason: string;
      /** It had nothing to check: no line of the trail is of it. */
      idle?: true;
      /** Told once whether the app failed; null where nobody knows. */
      settle?: (failed: boolean | null) => void;
      /** Headers for the app, instead of what the visitor sent by these names; null = none. */
      toApp?: Readonly<Record<string, string | null>>;
      /** Headers for the visitor, whoever answers. */
      toVisitor?: Headers;
      /** Changes the request on its way to the app, after what other modules tell it. */
      reshape?: Reshape;
    }
  | {
      verdict: "block";
      reason: string;
      refusal: RefusalName;
      /** Instead of the refusal's own. */
      status?: number;
      /** The path of this host where its reader can try again; none = the one that was asked for. */
      back?: string;
      toVisitor?: Headers;
    }
  | { verdict: "answer"; reason: string; answer: OwnAnswer };

/**
 * Whether a module lets a request in, by the request that was stored for it.
 *
 * @throws NotApplicable where that can't be known: nobody is let in.
 */
export type Guard = (stored: object, met: Met) => Verdict | Promise<Verdict>;
