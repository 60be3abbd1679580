import type { LiveTunnel } from "../account.ts";
import type { RefusalName } from "../refusals.ts";
import type { Headers } from "../headers.ts";
import type { EdgeRequest } from "../request-body.ts";
import type { Place } from "../routing/find.ts";
import { BodyKeeper } from "./body-keeper.ts";
import type { VisitorConnection } from "./visitor-connection.ts";

const NONE: ReadonlyMap<string, number> = new Map();
/** What modules tell that tell nothing, as most do. */
const NOTHING = {};

export type Outcome = "answered" | "refused" | "failed" | "broken" | "left";

/** What one module decided about a request. */
export type Decision = {
  module: string;
  verdict: string;
  reason?: string | undefined;
  refs?: readonly DecisionRef[] | undefined;
  took_ms: number;
};

/**
 * What decided, by its id. `text` = the part of the reason that names it. `field` = where in the module of this owner it is:
 * `inbound.0.name`.
 */
export type DecisionRef = { id: string; text?: string; field?: string };

export type SentHeaders = Readonly<Record<string, string | number | readonly string[]>>;

/** Times of a request by this process's clock, in milliseconds; 0 = it did not come so far. */
type Marks = { found: number; sent: number; connected: number; firstByte: number; ended: number };

/** What policies make of a request: another path and query, or null; and the headers as the app gets them. */
export type Reshape = { target: string | null; headers: (given: Headers) => Headers };

const LOGS = "traffic_policy.logs";

/** Notes what happens to a request or connection, while it happens: numbers and references, which an event is made of later. */
export class Trail {
  readonly begun = performance.now();
  /** The same in milliseconds since 1970. */
  readonly beganAt = Date.now();
  readonly connection: VisitorConnection;
  readonly scheme: "http" | "https" | "tcp";
  /** Of a connection that is no HTTP, or whose HTTP can't be read, none. */
  readonly request: EdgeRequest | null;
  /** The first of its connection. */
  readonly first: boolean;
  readonly marks: Marks = { found: 0, sent: 0, connected: 0, firstByte: 0, ended: 0 };
  place: Place | null = null;
  tunnel: LiveTunnel | null = null;
  /** Whether the connection to the app was kept from an earlier request. */
  reused: boolean | undefined = undefined;
  status = 0;
  /** As they were handed to the visitor. */
  headers: SentHeaders = {};
  upgrade: string | undefined = undefined;
  refusal: RefusalName | null = null;
  /** Why the app was not reached, where that is known. */
  unreached: string | undefined = undefined;
  /** Tunnels whose apps were tried and not reached. */
  failed: { tunnelId: string; way: string; reason: string | undefined }[] | null = null;
  operationId: string | undefined = undefined;
  outcome: Outcome = "answered";
  readonly decisions: Decision[] = [];
  /** Who waits to hear whether the app failed. */
  readonly settles: ((failed: boolean | null) => void)[] = [];
  /** Headers that modules tell the app, instead of what the visitor sent by these names; null = none. */
  toApp: Readonly<Record<string, string | null>> = NOTHING;
  /** Headers that modules tell the visitor, whoever answers: cookies beside the others, the rest instead of them. */
  toVisitor: Readonly<Headers> = NOTHING;
  /** How policies change the request. */
  reshape: Reshape | null = null;
  /** What modules say of themselves: documented fields by their dotted names. */
  facts: Record<string, unknown> | null = null;
  /** The same below `gatehouse`. */
  ownFacts: Record<string, unknown> | null = null;
  /** Bodies, and what is spoken after an upgrade. */
  readonly in = new BodyKeeper();
  readonly out = new BodyKeeper();

  constructor(connection: VisitorConnection, scheme: Trail["scheme"], request: EdgeRequest | null) {
    this.connection = connection;
    this.scheme = scheme;
    this.request = request;
    this.first = connection.requests === 0;
    connection.requests += 1;
  }

  /** The modules are asked from the first on, as nothing was. */
  judging(): void {
    this.decisions.length = 0;
    this.toApp = NOTHING;
    this.toVisitor = NOTHING;
    this.reshape = null;
    this.logged([]);
    this.settled(null);
  }

  /** A module has decided; `begun` by this process's clock, as what is answered: its end. */
  decided(module: string, said: Omit<Decision, "module" | "took_ms">, begun: number): number {
    const { verdict, reason, refs } = said;
    const ended = performance.now();
    const took_ms = Math.round((ended - begun) * 1_000) / 1_000;
    this.decisions.push({ module, verdict, reason, refs, took_ms });
    return ended;
  }

  /** It is known whether the app failed; null = it never will be. */
  settled(failed: boolean | null): void {
    for (const settle of this.settles.splice(0)) settle(failed);
  }

  /** The headers of a request, with what modules tell the app. */
  asking(headers: Headers): Headers {
    if (this.toApp === NOTHING) return this.reshape?.headers({ ...headers }) ?? headers;
    const asked = { ...headers };
    for (const [name, value] of Object.entries(this.toApp)) {
      if (value === null) delete asked[name];
      else asked[name] = value;
    }
    return this.reshape?.headers(asked) ?? asked;
  }

  /** What policies logged so far is this. */
  logged(logs: readonly object[]): void {
    if (logs.length > 0) (this.facts ??= {})[LOGS] = logs;
    else if (this.facts) delete this.facts[LOGS];
  }

  get logs(): readonly object[] {
    return (this.facts?.[LOGS] as readonly object[] | undefined) ?? [];
  }

  /** The headers of an answer, with what modules tell the visitor. */
  told(headers: Headers): Headers {
    if (this.toVisitor === NOTHING) return headers;
    const told = { ...headers };
    for (const [name, value] of Object.entries(this.toVisitor))
      told[name] = name === "set-cookie" ? [told[name] ?? [], value].flat() : value;
    return told;
  }

  /** It is about to be sent to the app. */
  sending(): void {
    this.marks.sent = performance.now();
    this.marks.connected = 0;
  }

  /** The app has begun its answer, and the visitor gets these. */
  answering(status: number, headers: SentHeaders): void {
    this.marks.firstByte = performance.now();
    this.settled(status >= 500);
    this.status = status;
    this.headers = headers;
  }

  /** Where it goes was looked up: what serves it, and until when bodies are kept of what. */
  found(place: Place | null, captures: ReadonlyMap<string, number> = NONE): void {
    this.marks.found = performance.now();
    this.place = place;
    if (captures.size === 0 || !place) return;
    const ids = [place.endpoint.id, place.edge?.id ?? "", place.route?.id ?? ""];
    if (!ids.some((id) => (captures.get(id) ?? 0) > Date.now())) return;
    this.in.keep();
    this.out.keep();
  }
}
