import { randomUUID } from "node:crypto";
import { NAMEID_FORMAT_DEFAULT } from "#contract/modules/saml.ts";
import type { EdgeAccount } from "../../account.ts";
import { refusalAnswer } from "../../refusal-answer.ts";
import { createUsedOnce } from "../../used-once.ts";
import { NotApplicable } from "../compiled.ts";
import type { OwnAnswer } from "../guard.ts";
import { CALLBACK_PATH } from "#contract/login-paths.ts";
import { AnswerRefused, readAnswer } from "./answer.ts";
import { landing } from "./landing.ts";
import { ASSERTION_MS, readSaml, SKEW_MS, type SamlSelf, spMetadata } from "./provider.ts";
import { readSignOut } from "./sign-out.ts";
import { type Said, stateOf, type Ticket, TICKET, TICKET_MS, ticketSeal } from "./ticket.ts";

/** A request to one of the addresses that identity providers are told of a route (src/contract/modules/saml.ts). */
export type SamlAsked = {
  routeId: string;
  part: "metadata" | "acs" | "slo";
  /** Without its question mark. */
  query: string;
  /** The body of a POST; null of a GET. */
  form: string | null;
  /** Header. */
  accept: string;
};

export type SamlServices = {
  account: Pick<EdgeAccount, "now">;
  /** Where edges listen for HTTPS; null = at 443. */
  httpsPort: number | null;
  newId: () => string;
};

/** In characters: it goes on in an address. Providers send 80 bytes, as SAML Bindings says. */
const RELAY_STATE_MAX = 2_000;

export type SamlEndpoints = (asked: SamlAsked) => Promise<OwnAnswer>;

/**
 * The answers at a route's SAML addresses, which are at the service. What the provider says is judged here and goes on to the
 * edge as a sealed ticket: there are the visitor's cookies, and the events of the route.
 */
export function createSamlEndpoints(services: SamlServices): SamlEndpoints {
  const { account, httpsPort, newId } = services;
  const wasUsed = createUsedOnce(ASSERTION_MS + 2 * SKEW_MS);

  return async (asked) => {
    const { routeId, part, accept } = asked;
    const snapshot = await account.now();
    const known = snapshot.saml.get(routeId);
    if (!known) return refusalAnswer("routeUnknown", newId(), accept);
    const { route } = known;
    const stored = route.modules["saml"];
    if (part === "metadata") return metadata(known, stored);
    const given = new URLSearchParams(asked.form ?? asked.query).get("RelayState") ?? "";
    const relayState = given.length > RELAY_STATE_MAX ? "" : given;
    const place = landing(snapshot, route, relayState, httpsPort);
    if (!place) return refusalAnswer("hostUnknown", newId(), accept);
    const { origin, returnTo } = place;
    if (!stored) return redirect(origin + returnTo);
    const said = await saidOf(asked, stored, known, wasUsed);
    const ticket: Ticket = { id: randomUUID(), until: Date.now() + TICKET_MS, returnTo, relayState, ...said };
    const query = new URLSearchParams({
      [TICKET]: await ticketSeal(snapshot.secret, routeId, stored).seal(ticket),
      ...("login" in said && { state: stateOf(said.login) }),
    });
    return redirect(`${origin}${CALLBACK_PATH}?${query.toString()}`);
  };
}

async function saidOf(
  asked: SamlAsked,
  stored: object,
  self: SamlSelf,
  wasUsed: (id: string) => boolean,
): Promise<Said> {
  try {
    const module = readSaml(stored);
    if (asked.part === "slo") return { signOut: await readSignOut(module, self, asked) };
    const answer = new URLSearchParams(asked.form ?? "").get("SAMLResponse") ?? "";
    const login = await readAnswer(module, self, answer);
    if (login.inResponseTo === null) {
      if (module.allow_idp_initiated === false)
        throw new AnswerRefused("The identity provider began this login by itself, which is off");
      // What answers a request is used up with the cookie of that request.
      if (wasUsed(login.id)) throw new AnswerRefused("It was used before");
    }
    return { login };
  } catch (error) {
    if (error instanceof AnswerRefused || error instanceof NotApplicable) return { refused: error.message };
    throw error;
  }
}

function metadata(self: SamlSelf, stored: object | undefined): OwnAnswer {
  const { nameid_format } = (stored ?? {}) as { nameid_format?: string | null };
  return {
    status: 200,
    headers: { "content-type": "application/samlmetadata+xml", "x-content-type-options": "nosniff" },
    body: spMetadata(self, nameid_format ?? NAMEID_FORMAT_DEFAULT),
  };
}

const redirect = (location: string): OwnAnswer => ({
  status: 303,
  headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  body: "",
});
