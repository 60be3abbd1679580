import { randomBytes } from "node:crypto";
import { createUsedOnce } from "../../used-once.ts";
import { clearLong, cookiesOf, longOf, setCookie, setLong } from "./cookies.ts";
import { sealFor } from "./seal.ts";

/**
 * Whom a provider named. `groups` in the provider's words; `tokens` of the provider, by what they are for; `checkEvery` = the
 * seconds for which its word is good, 0 = as long as the session; `until` = when it ends the session, in milliseconds since 1970.
 */
export type LoginUser = {
  subject: string;
  name: string;
  email: string;
  groups: readonly string[];
  tokens?: Readonly<Record<string, string>>;
  checkEvery: number;
  until?: number;
};

/** A visitor who signed in. Times in milliseconds since 1970: the login, the last request noted, the last check. */
export type LoginSession = LoginUser & { id: string; signedIn: number; seen: number; checked: number };

/** A login that a visitor began: `returnTo` = where it leads, `kept` = what the answer is checked by. */
type LoginUnderWay = {
  state: string;
  returnTo: string;
  kept: Readonly<Record<string, string>>;
  until: number;
};

/** The login module of a route; `stored` as the account has it: another one is another login. */
export type LoginPlace = {
  secret: Uint8Array;
  edgeId: string;
  routeId: string;
  kind: string;
  stored: object;
  /** `cookie_prefix` of the module. */
  prefix: string | null | undefined;
  /** Bytes that the headers of a request may have. */
  headersMax: number;
  /** The visitor came over HTTPS. */
  secure: boolean;
};

/** Seconds; 0 = no limit. */
export type SessionLimits = { inactivity: number; maximum: number };

/** What one visitor's cookies say, and the Set-Cookie headers that change it. */
export type LoginCookies = {
  session: () => Promise<LoginSession | null>;
  keep: (session: LoginSession) => Promise<string[]>;
  signOut: () => string[];
  /** Begins a login. `crossSite` = its answer is a form that the provider's page posts. */
  begin: (
    begun: Pick<LoginUnderWay, "returnTo" | "kept" | "state">,
    crossSite?: boolean,
  ) => Promise<string[]>;
  /** The login that an answer with this state belongs to; null where it is none of this visitor, or too old. */
  underWay: (state: string) => Promise<LoginUnderWay | null>;
  /** Takes the login away. `used` = its answer was taken before. Said once for each answer that is taken. */
  end: (state: string) => { used: boolean; cookies: string[] };
};

const UNDER_WAY_MS = 600_000;
/** Logins that a visitor may have begun at a time, as in several windows; one more lets the first of them go. */
const UNDER_WAY_MAX = 5;
const DEFAULT_PREFIX = "service.";

const wasUsed = createUsedOnce(UNDER_WAY_MS);

/** A text that nobody guesses, of 43 characters that a URL and a cookie may have. */
export const unguessable = (): string => randomBytes(32).toString("base64url");

/** A session that begins now. */
export function newSession(user: LoginUser, now = Date.now()): LoginSession {
  return { ...user, id: unguessable(), signedIn: now, seen: now, checked: now };
}

/** Whether a session may go on; "check" = once the provider has been asked. */
export function standing(
  session: LoginSession,
  limits: SessionLimits,
  now: number,
): "good" | "check" | "over" {
  const past = (since: number, seconds: number): boolean => seconds > 0 && now - since >= seconds * 1_000;
  if (session.until !== undefined && now >= session.until) return "over";
  if (past(session.signedIn, limits.maximum) || past(session.seen, limits.inactivity)) return "over";
  return past(session.checked, session.checkEvery) ? "check" : "good";
}

/** Whether its last request is to be noted: not with each one, but well before it ends for want of them. */
export function isToNote({ seen }: LoginSession, { inactivity }: SessionLimits, now: number): boolean {
  return inactivity > 0 && now - seen >= Math.min(60_000, inactivity * 100);
}

/** The cookies of a visitor at a login. `header` = the Cookie header of the request. */
export function loginCookies(place: LoginPlace, header: string | undefined): LoginCookies {
  const { secret, edgeId, routeId, kind, stored, secure, headersMax } = place;
  const prefix = place.prefix || DEFAULT_PREFIX;
  const held = cookiesOf(header);
  const sealed = (what: string) => sealFor(secret, ["login", what, edgeId, routeId, kind, stored]);
  const sessionNames = [`${prefix}gatehouse-session`, `${prefix}gatehouse-session-http`] as const;
  // A browser that has a secure cookie takes none of its name over HTTP, and would be sent to sign in without end.
  const sessionName = sessionNames[secure ? 0 : 1];
  const loginNames = `${prefix}gatehouse-login-`;
  const loginName = (state: string): string => loginNames + state.slice(0, 12);
  const opened = async (text: string) => (await sealed("login").open(text)) as LoginUnderWay | null;
  /** Names of those that make room for one more; those of other settings first. */
  const oldest = async (earlier: readonly [name: string, text: string][]): Promise<string[]> => {
    const known = await Promise.all(
      earlier.map(async ([name, text]) => ({ name, until: (await opened(text))?.until ?? 0 })),
    );
    const sorted = known.toSorted((one, other) => one.until - other.until);
    return sorted.slice(0, known.length - UNDER_WAY_MAX + 1).map(({ name }) => name);
  };
  return {
    session: async () => {
      const text = longOf(sessionName, held);
      return text === null ? null : ((await sealed("session").open(text)) as LoginSession | null);
    },
    keep: async (session) =>
      setLong(sessionName, await sealed("session").seal(session), { secure }, held, headersMax),
    // Over HTTPS both are held.
    signOut: () => sessionNames.flatMap((name) => clearLong(name, { secure }, held)),
    begin: async (begun, crossSite = false) => {
      const earlier = [...held].filter(([name]) => name.startsWith(loginNames));
      const gone = earlier.length < UNDER_WAY_MAX ? [] : await oldest(earlier);
      const value = await sealed("login").seal({ ...begun, until: Date.now() + UNDER_WAY_MS });
      const rules = { secure, crossSite, maxAge: UNDER_WAY_MS / 1_000 };
      return [
        ...gone.map((name) => setCookie(name, "", { secure, maxAge: 0 })),
        setCookie(loginName(begun.state), value, rules),
      ];
    },
    underWay: async (state) => {
      const text = held.get(loginName(state));
      const found = text === undefined ? null : await opened(text);
      return found?.state === state && found.until > Date.now() ? found : null;
    },
    end: (state) => ({
      used: wasUsed(state),
      cookies: [setCookie(loginName(state), "", { secure, maxAge: 0 })],
    }),
  };
}

/** Characters of what a login leads back to: it is kept in a cookie. */
const RETURN_MAX = 1_500;

/** Path and query of a text as they are at this very host; "/" for whatever leads elsewhere, or is too long to be kept. */
export function returnPath(text: string): string {
  const here = "http://here.invalid";
  if (!text.startsWith("/") || !URL.canParse(text, here)) return "/";
  const { origin, pathname, search } = new URL(text, here);
  // A path of two slashes would be the name of a host.
  const isSafe = origin === here && !pathname.startsWith("//") && pathname.length <= RETURN_MAX;
  if (!isSafe) return "/";
  return pathname.length + search.length <= RETURN_MAX ? pathname + search : pathname;
}
