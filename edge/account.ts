/** The account as the edge needs it: who feeds it knows databases, the edge does not. */

import type { SamlMade } from "#contract/modules/saml.ts";
import type { KeyPair } from "./tls/authority.ts";

/** Another edge of the account. `url` = where others reach the agents that are connected there; null = they can't. */
export type Peer = { id: string; url: string | null };

/**
 * A tunnel that is online. `peer` = the edge that its agent is connected to, null when it is this one; `way` = what is the same of it
 * once its agent has started again, never shown.
 */
export type LiveTunnel = {
  id: string;
  sessionId: string;
  forwardsTo: string;
  way: string;
  peer: Peer | null;
};

export type EdgeKind = "https" | "tls" | "tcp";

/** The modules that are set on an edge or route and on: accepted requests by kind, the same objects while they are the same. */
export type Modules = Readonly<Record<string, object>>;

export type IpRule = { id: string; cidr: string; action: string };

/** An IP policy as it is configured. */
export type IpPolicy = { id: string; description: string; rules: readonly IpRule[] };

/** A backend, with the online tunnels that its labels select; null = they can’t be read. */
export type Backend = {
  id: string;
  labels: Readonly<Record<string, string>> | null;
  tunnels: readonly LiveTunnel[];
};

export type Route = {
  id: string;
  matchType: string;
  match: string;
  backend: Backend | null;
  modules: Modules;
};

export type Edge = {
  kind: EdgeKind;
  id: string;
  /** Of TLS and TCP edges; HTTPS edges have theirs on routes. */
  backend: Backend | null;
  modules: Modules;
  /** In no order. */
  routes: readonly Route[];
};

/** One public address and what serves it; `tunnel` null = its agent left within the last day. */
export type Endpoint = {
  id: string;
  hostport: string;
  proto: string;
  serves: { tunnel: LiveTunnel | null } | { edge: Edge };
};

/** A route that has SAML, on or off: what its identity provider was told, and the key that the account's requests are signed with. */
export type SamlRoute = { route: Route; made: SamlMade; key: KeyPair };

/** An app that is registered at a provider. */
export type OauthApp = { clientId: string; clientSecret: string };

/** What an edge knows of OAuth beside its modules. */
export type OauthSetup = {
  /** Apps of the operator by provider, for modules without an app of their own. */
  apps: ReadonlyMap<string, OauthApp>;
  /** Where an origin is, instead of at itself: for tests. */
  places: ReadonlyMap<string, string>;
};

/** Immutable; a change makes another one. */
export type Snapshot = {
  /** By host name in lower case, wildcards as `*.example.com`. */
  hosts: ReadonlyMap<string, Endpoint>;
  /** Of proto tcp, by port. */
  ports: ReadonlyMap<number, Endpoint>;
  /** By id. */
  backends: ReadonlyMap<string, Backend>;
  /** By id. */
  ipPolicies: ReadonlyMap<string, IpPolicy>;
  /** Certificates of authorities in PEM, by their id. */
  authorities: ReadonlyMap<string, string>;
  /** Endpoints and routes, by id, whose bodies are kept with their events: until when, in milliseconds since 1970. */
  captures: ReadonlyMap<string, number>;
  /** By id of the route. */
  saml: ReadonlyMap<string, SamlRoute>;
  /** What one edge of the account seals, the others open. */
  secret: Uint8Array;
  /** Bytes that the headers of a visitor’s request may have. */
  headersMax: number;
  oauth: OauthSetup;
};

export type EdgeAccount = {
  /**
   * The account as it is configured now; which agents are online may be a second old. Rejects when it can’t be known.
   */
  now: () => Promise<Snapshot>;
  /** With everything that was committed before the call. */
  fresh: () => Promise<Snapshot>;
  /** Whether an agent that served this name, or a tunnel of this backend, was told to restart and is awaited. */
  awaited: (name: string, backend: Backend | null) => boolean;
};
