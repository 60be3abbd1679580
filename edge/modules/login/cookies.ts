import { LoginFault } from "./fault.ts";

/** Cookies of logins: the prefix of their module, then what they are for. No app gets them. */
const OWN = /^[A-Za-z0-9.]*gatehouse-(session|login)[\w.-]*$/;

/** Of a name, its value and its attributes together (RFC 6265, 6.1). */
const COOKIE_MAX = 4_000;
const PARTS_MAX = 8;
/** The part of all headers of a request that the cookies of a session may have: with more its visitor would be refused each time. */
const OF_HEADERS = 0.75;

export type CookieRules = {
  /** Over HTTPS. */
  secure: boolean;
  /** Seconds; absent = until the browser is closed. */
  maxAge?: number;
  /** The browser sends it with a form that another site posts. */
  crossSite?: boolean;
};

/** Pairs of a Cookie header, the first of each name. */
export function cookiesOf(header: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, Math.max(equals, 0)).trim();
    if (name !== "" && !found.has(name)) found.set(name, pair.slice(equals + 1).trim());
  }
  return found;
}

/** A Cookie header without those of logins. */
export function withoutLogins(header: string): string {
  if (!header.includes("gatehouse-")) return header;
  const kept = header.split(";").filter((pair) => !OWN.test(pair.split("=", 1)[0]?.trim() ?? ""));
  return kept.join(";").trim();
}

/** The value of a Set-Cookie header. */
export function setCookie(name: string, value: string, rules: CookieRules): string {
  const age = rules.maxAge === undefined ? "" : `; Max-Age=${rules.maxAge}`;
  const site = rules.crossSite && rules.secure ? "None" : "Lax";
  return `${name}=${value}; Path=/${age}; HttpOnly; SameSite=${site}${rules.secure ? "; Secure" : ""}`;
}

const partName = (name: string, part: number): string => (part === 0 ? name : `${name}.${part}`);

/**
 * Set-Cookie headers for a value of any length up to 30 kB, in parts that browsers keep; parts of a longer one before are
 * taken away. `headersMax` = bytes that the headers of a request may have.
 *
 * @throws LoginFault when it is longer.
 */
export function setLong(
  name: string,
  value: string,
  rules: CookieRules,
  held: ReadonlyMap<string, string>,
  headersMax: number,
): string[] {
  const room = COOKIE_MAX - setCookie(partName(name, PARTS_MAX), "", rules).length;
  const count = Math.ceil(value.length / room);
  const most = Math.floor(headersMax * OF_HEADERS);
  if (count > PARTS_MAX || value.length > most) {
    const mend =
      most < PARTS_MAX * room ? "Ask it for less, or raise --edge-header-bytes" : "Ask it for less";
    throw new LoginFault(
      "providerDown",
      `The provider says too much for cookies: ${value.length} bytes. ${mend}`,
    );
  }
  const parts = Array.from({ length: count }, (_, part) => {
    const piece = value.slice(part * room, (part + 1) * room);
    return setCookie(partName(name, part), part === 0 ? `${count}~${piece}` : piece, rules);
  });
  return [...parts, ...clearLong(name, rules, held, count)];
}

/** What `setLong` has set; null where a part is missing. */
export function longOf(name: string, held: ReadonlyMap<string, string>): string | null {
  const [, count, first] = /^([1-8])~(.*)$/.exec(held.get(name) ?? "") ?? [];
  if (first === undefined) return null;
  const rest = Array.from({ length: Number(count) - 1 }, (_, part) => held.get(partName(name, part + 1)));
  return rest.includes(undefined) ? null : first + rest.join("");
}

/** Set-Cookie headers that take away the parts that a visitor holds, from the part `from` on. */
export function clearLong(
  name: string,
  rules: CookieRules,
  held: ReadonlyMap<string, string>,
  from = 0,
): string[] {
  return Array.from({ length: PARTS_MAX - from }, (_, part) => partName(name, part + from))
    .filter((part) => held.has(part))
    .map((part) => setCookie(part, "", { ...rules, maxAge: 0 }));
}
