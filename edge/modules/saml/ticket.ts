import { type Seal, sealFor } from "../login/seal.ts";
import type { SamlLogin } from "./answer.ts";
import type { SignOutSaid } from "./sign-out.ts";

/** What an identity provider said, or why that is not believed. */
export type Said = { login: SamlLogin } | { signOut: SignOutSaid } | { refused: string };

/** On its way from the route's SAML addresses to the edge. `until` in milliseconds since 1970; `returnTo` = path and query. */
export type Ticket = Said & { id: string; until: number; returnTo: string; relayState: string };

/** A request has the state of its login as its id, after a letter that XML wants. */
export const requestId = (state: string): string => `_${state}`;
export const stateOf = ({ inResponseTo }: SamlLogin): string => inResponseTo?.slice(1) ?? "";

/** Parameter that has it. What ends like this is kept out of events (edge/events/redact.ts). */
export const TICKET = "gatehouse_assertion";
/** For one redirect, in milliseconds. */
export const TICKET_MS = 60_000;

/** `stored` = the module at that time: another one is another login. */
export const ticketSeal = (secret: Uint8Array, routeId: string, stored: object): Seal =>
  sealFor(secret, ["saml", "ticket", routeId, stored]);
