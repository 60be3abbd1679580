import type { Headers } from "../../headers.ts";
import type { Met, OwnAnswer, Verdict } from "../guard.ts";
import { LoginFault } from "./fault.ts";
import { CALLBACK_PATH, LOGOUT_PATH } from "#contract/login-paths.ts";
import { NO_SESSION } from "#contract/modules/no-session.ts";
import {
  isToNote,
  loginCookies,
  type LoginCookies,
  type LoginSession,
  type LoginUser,
  newSession,
  returnPath,
  standing,
  unguessable,
} from "./session.ts";
import { checkedOnce } from "./checked-once.ts";

/** Who can say whom a visitor is. All may throw a LoginFault. */
export type Provider = {
  /** Where the visitor is sent to sign in, and what the answer is checked by. */
  begin: (asked: {
    state: string;
    callback: string;
  }) => Promise<{ url: URL; kept: Readonly<Record<string, string>> }>;
  /** Who came back with this answer. */
  finish: (
    answer: URL,
    begun: { state: string; kept: Readonly<Record<string, string>> },
  ) => Promise<LoginUser>;
  /** The same visitor as the provider has him now. */
  check: (user: LoginUser) => Promise<LoginUser>;
  /** Where the provider signs a visitor out; null where it does not. */
  signOut: (session: LoginSession | null) => Promise<URL | null>;
};

/** The fields of a login module that are not its provider's (src/contract/modules/login.ts). */
type LoginFields = {
  options_passthrough?: boolean | undefined;
  cookie_prefix?: string | null | undefined;
  inactivity_timeout?: number | undefined;
  maximum_duration?: number | undefined;
};

export type LoginModule = { kind: string; stored: object; fields: LoginFields; provider: Provider };

/** A verdict, and whom it is about. */
type Said = Verdict & { user?: LoginUser };

/**
 * Lets in who has signed in, and takes everybody else to the provider (docs/decisions/edge/logins.md). `came` meets those whom
 * the provider sends without a login that they began; null of all others. It may throw a LoginFault.
 */
export async function loggedIn(
  given: LoginModule,
  met: Met,
  came?: (visit: Visit) => Promise<Said | null> | null,
): Promise<Said> {
  const { target, request, place, snapshot, scheme, connection } = met;
  if (!target || !request) throw new Error("A login is of HTTP.");
  const module = connection.past ? { ...given, provider: NOT_ASKED } : given;
  const { kind, stored, fields } = module;
  const cookies = loginCookies(
    {
      secret: snapshot.secret,
      headersMax: snapshot.headersMax,
      edgeId: place.edge?.id ?? "",
      routeId: place.route?.id ?? "",
      kind,
      stored,
      prefix: fields.cookie_prefix,
      secure: scheme === "https",
    },
    request.headers.cookie,
  );
  const visit = { module, cookies, origin: `${scheme}://${target.host}`, target: target.target };
  try {
    if (target.path === CALLBACK_PATH) return (await came?.(visit)) ?? (await cameBack(visit));
    if (target.path === LOGOUT_PATH) return await signedOut(visit);
    if (fields.options_passthrough && request.method === "OPTIONS")
      return { verdict: "allow", reason: "OPTIONS needs no sign-in" };
    const found = await cookies.session();
    const going = found ? await goingOn(found, visit) : NO_SESSION;
    if (typeof going !== "string") return going;
    const { method, headers } = request;
    const isPage = (method === "GET" || method === "HEAD") && /\btext\/html\b/i.test(headers.accept ?? "");
    if (!isPage || headers.upgrade !== undefined)
      return { verdict: "block", reason: going, refusal: "signInRequired" };
    return await sentToSignIn(going, visit);
  } catch (error) {
    if (!(error instanceof LoginFault)) throw error;
    // An answer is good once: to load it again fails.
    const back = target.path === CALLBACK_PATH && { back: "/" };
    return { verdict: "block", reason: error.message, refusal: error.refusal, ...back };
  }
}

const nobody = async (): Promise<never> => {
  throw new LoginFault("signInRequired", NO_SESSION);
};

/** Instead of the provider, for what has passed. */
const NOT_ASKED: Provider = { begin: nobody, finish: nobody, check: nobody, signOut: async () => null };

/** Of a browser at an address that has a login. */
export type Visit = { module: LoginModule; cookies: LoginCookies; origin: string; target: string };

/** A visitor with a session is let in, or the reason why it is over. */
async function goingOn(found: LoginSession, { module, cookies }: Visit): Promise<Said | string> {
  const { inactivity_timeout: inactivity = 0, maximum_duration: maximum = 0 } = module.fields;
  const limits = { inactivity, maximum };
  const now = Date.now();
  const stands = standing(found, limits, now);
  if (stands === "over") return "The session is over";
  let session = found;
  if (stands === "check") {
    const user = await checkedOnce(found, module.provider.check);
    if (!user) return "The provider does not know the visitor any more";
    session = { ...found, ...user, checked: now };
  }
  const isNew = session !== found || isToNote(session, limits, now);
  return {
    verdict: "allow",
    reason: `Signed in as ${session.email || session.name || session.subject}`,
    user: session,
    toApp: toApp(session),
    ...(isNew && { toVisitor: { "set-cookie": await cookies.keep({ ...session, seen: now }) } }),
  };
}

/** Headers of the app, of which visitors' own are dropped (headers.ts). */
function toApp({ subject, name, email, tokens }: LoginUser): Record<string, string | null> {
  const fields = {
    "user-id": subject,
    "user-name": name,
    "user-email": email,
    "oauth-access-token": tokens?.["access"] ?? "",
    "oauth-refresh-token": tokens?.["refresh"] ?? "",
  };
  return Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [
      `gatehouse-auth-${field}`,
      text ? headerText(text) : null,
    ]),
  );
}

/** As UTF-8 in the bytes of a header, on one line. */
const headerText = (text: string): string => Buffer.from(text.replaceAll(/\p{Cc}/gu, " ")).toString("latin1");

async function sentToSignIn(reason: string, { module, cookies, origin, target }: Visit): Promise<Verdict> {
  const state = unguessable();
  const { url, kept } = await module.provider.begin({ state, callback: origin + CALLBACK_PATH });
  const set = await cookies.begin({ state, kept, returnTo: returnPath(target) });
  return { verdict: "answer", reason: `${reason}: sent to ${url.origin}`, answer: redirect(url.href, set) };
}

async function cameBack(visit: Visit): Promise<Said> {
  const { module, cookies, origin, target } = visit;
  const answer = new URL(target, origin);
  const state = answer.searchParams.get("state") ?? "";
  const begun = await cookies.underWay(state);
  if (!begun)
    throw new LoginFault("signInBroken", "No sign-in of this browser has this state, or it is too old");
  const { used, cookies: ended } = cookies.end(state);
  const kept = { toVisitor: { "set-cookie": ended }, back: returnPath(begun.returnTo) };
  if (used)
    return { verdict: "block", reason: "The state was used before", refusal: "signInBroken", ...kept };
  try {
    const user = await module.provider.finish(answer, begun);
    return await signedIn(visit, user, begun.returnTo, ended);
  } catch (error) {
    if (!(error instanceof LoginFault)) throw error;
    return { verdict: "block", reason: error.message, refusal: error.refusal, ...kept };
  }
}

/** A session begins. `ended` = Set-Cookie headers that take its login away. */
export async function signedIn(
  { cookies, origin }: Visit,
  user: LoginUser,
  returnTo: string,
  ended: readonly string[] = [],
): Promise<Said> {
  const kept = await cookies.keep(newSession(user));
  return {
    verdict: "answer",
    reason: `Signed in as ${user.email || user.name || user.subject}`,
    user,
    answer: redirect(origin + returnPath(returnTo), [...ended, ...kept]),
  };
}

async function signedOut(visit: Visit): Promise<Verdict> {
  const session = await visit.cookies.session();
  // Signing out works where the provider does not answer.
  return signedOutBy(visit, await visit.module.provider.signOut(session).catch(() => null));
}

/** Ends the session. `url` = where the visitor goes on. */
export function signedOutBy({ cookies }: Visit, url: URL | null): Verdict {
  const set = cookies.signOut();
  const reason = "Signed out";
  if (url) return { verdict: "answer", reason, answer: redirect(url.href, set) };
  const headers = { ...NOT_KEPT, "content-type": "text/plain; charset=utf-8", "set-cookie": set };
  return { verdict: "answer", reason, answer: { status: 200, headers, body: "You are signed out.\n" } };
}

const NOT_KEPT: Headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

function redirect(location: string, set: string[]): OwnAnswer {
  return { status: 302, headers: { ...NOT_KEPT, location, "set-cookie": set }, body: "" };
}
