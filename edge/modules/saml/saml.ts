import { createUsedOnce } from "../../used-once.ts";
import { NotApplicable } from "../compiled.ts";
import type { Guard, Met, Verdict } from "../guard.ts";
import { LoginFault } from "../login/fault.ts";
import {
  loggedIn,
  type LoginModule,
  type Provider,
  signedIn,
  signedOutBy,
  type Visit,
} from "../login/login.ts";
import type { LoginUser } from "../login/session.ts";
import type { SamlLogin } from "./answer.ts";
import { readSaml, SKEW_MS, type SamlModule, type SamlSelf, samlOf } from "./provider.ts";
import { requestId, type Ticket, TICKET, TICKET_MS, ticketSeal } from "./ticket.ts";

const wasUsed = createUsedOnce(TICKET_MS);

/**
 * Lets in whom a SAML identity provider signed in. What the provider says comes as a ticket from the route's SAML addresses
 * (endpoints.ts), where it was judged.
 */
export const samlGuard: Guard = async (stored, met) => {
  const module = readSaml(stored);
  const self = met.snapshot.saml.get(met.place.route?.id ?? "");
  if (!self) throw new NotApplicable("The route gets its SAML addresses when the module is saved");
  const ticket = await ticketIn(stored, met);
  const provider = samlProvider(module, self, ticket);
  const login: LoginModule = { kind: "saml", stored, fields: module, provider };
  const { user, ...said } = await loggedIn(login, met, (visit) =>
    ticket ? cameWith(ticket, { module, self, visit }) : null,
  );
  const ownFacts = {
    ...(said.verdict !== "answer" && { "saml.decision": said.verdict }),
    ...(user && { "saml.subject": user.subject }),
  };
  return { ...said, ownFacts };
};

async function ticketIn(stored: object, { target, snapshot, place }: Met): Promise<Ticket | null> {
  const text = new URLSearchParams(target?.target.split("?")[1] ?? "").get(TICKET);
  if (text === null) return null;
  const ticket = (await ticketSeal(snapshot.secret, place.route?.id ?? "", stored).open(
    text,
  )) as Ticket | null;
  return ticket && ticket.until > Date.now() ? ticket : null;
}

function samlProvider(module: SamlModule, self: SamlSelf, ticket: Ticket | null): Provider {
  return {
    begin: async ({ state, callback }) => {
      const saml = samlOf(module, self, { id: requestId(state) });
      const url = await saml.getAuthorizeUrlAsync(`${new URL(callback).origin}/`, undefined, {});
      return { url: new URL(url), kept: { began: String(Date.now()) } };
    },
    finish: async (_answer, { state, kept }) => {
      if (!ticket || !("login" in ticket) || ticket.login.inResponseTo !== requestId(state))
        throw new LoginFault("signInBroken", "The answer is for another sign-in, or its minute is over");
      // Whoever leaves that out of the request is not asked.
      if (module.force_authn && !(ticket.login.signedIn >= Number(kept["began"]) - SKEW_MS))
        throw new LoginFault("signInRefused", "The identity provider did not ask to sign in again");
      return userOf(ticket.login, module);
    },
    // The provider can't be asked without the visitor: its word is good as long as the session.
    check: async (user) => user,
    signOut: async (session) => {
      const { idp } = module;
      if (!idp.signOut || !session) return null;
      const { nameIDFormat = "", sessionIndex } = session.tokens ?? {};
      const saml = samlOf(module, self, { logoutUrl: idp.signOut.request });
      const profile = { issuer: idp.entityId, nameID: session.subject, nameIDFormat };
      return new URL(
        await saml.getLogoutUrlAsync({ ...profile, ...(sessionIndex && { sessionIndex }) }, "", {}),
      );
    },
  };
}

type Came = { module: SamlModule; self: SamlSelf; visit: Visit };

/** What a provider says that is no answer to a login of this browser; null where it is one. */
async function cameWith(ticket: Ticket, { module, self, visit }: Came): Promise<Verdict | null> {
  if ("refused" in ticket) throw new LoginFault("signInRefused", ticket.refused);
  if ("signOut" in ticket) {
    const { signOut } = ticket;
    if ("ended" in signOut) return signedOutBy(visit, null);
    const url = module.idp.signOut && (await signOutAnswer(signOut.asks.message, ticket, { module, self }));
    return signedOutBy(visit, url);
  }
  if (ticket.login.inResponseTo !== null) return null;
  if (wasUsed(ticket.id)) throw new LoginFault("signInBroken", "The answer was used before");
  return signedIn(visit, userOf(ticket.login, module), ticket.returnTo);
}

async function signOutAnswer(
  message: string,
  { relayState }: Ticket,
  { module, self }: Pick<Came, "module" | "self">,
): Promise<URL> {
  const saml = samlOf(module, self, { logoutUrl: module.idp.signOut?.response ?? "" });
  const asked = { ID: message, issuer: "", nameID: "", nameIDFormat: "" };
  return new URL(await saml.getLogoutResponseUrlAsync(asked, relayState, {}, true));
}

/** @throws LoginFault for those who are in none of the module's groups. */
function userOf(login: SamlLogin, { authorized_groups }: SamlModule): LoginUser {
  const { subject, name, email, groups, nameIdFormat, sessionIndex, until } = login;
  if (authorized_groups?.length && groups.length === 0)
    throw new LoginFault("accountNotAllowed", `${email || name || subject} is in none of the groups`);
  return {
    subject,
    name,
    email,
    groups,
    tokens: { nameIDFormat: nameIdFormat, sessionIndex },
    checkEvery: 0,
    ...(until !== null && { until }),
  };
}
