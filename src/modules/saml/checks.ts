import { counted } from "#ui/format.ts";
import type { Certificate } from "./certificate.ts";
import type { IdpMetadata, Place } from "./metadata.ts";
import { formatLabel } from "./name-format.ts";

/** What one check came to. `bad` = sign-in can't work, `warn` = it may not, or not for long. */
export type Finding = { name: string; tone: "ok" | "warn" | "bad"; says: string };

const DAY = 86_400_000;
/** A certificate that ends within so many days is warned of: replacing one takes both sides. */
const SOON_DAYS = 30;

/** Bindings by which a browser brings a login request to the provider (SAML 2.0 profiles, 4.1.2). */
const BROWSER_BINDINGS = ["HTTP-Redirect", "HTTP-POST"];

/** Whole days from `now` (milliseconds) until an RFC 3339 time, rounded down: negative once it is over. */
export function daysUntil(time: string, now: number): number {
  return Math.floor((Date.parse(time) - now) / DAY);
}

const days = (count: number) => counted(count, "day");

/** How long a certificate is still good: "ends in 12 days". */
export function certificateState({ notBefore, notAfter }: Certificate, now: number): Omit<Finding, "name"> {
  if (Date.parse(notBefore) > now) {
    return { tone: "bad", says: `not valid yet: begins in ${days(daysUntil(notBefore, now) + 1)}` };
  }
  if (Date.parse(notAfter) < now)
    return { tone: "bad", says: `expired ${days(-daysUntil(notAfter, now) - 1)} ago` };
  const left = daysUntil(notAfter, now);
  return { tone: left < SOON_DAYS ? "warn" : "ok", says: `${days(left)} left` };
}

function entityFinding({ entityId }: IdpMetadata): Finding {
  const name = "Entity id";
  if (entityId === "") return { name, tone: "bad", says: "The EntityDescriptor has no entityID." };
  return { name, tone: "ok", says: entityId };
}

function urlFault({ location }: Place): Omit<Finding, "name"> | null {
  if (location === "") return { tone: "bad", says: "A SingleSignOnService has no Location." };
  if (!URL.canParse(location)) return { tone: "bad", says: `${location} is not a full URL.` };
  const { protocol } = new URL(location);
  if (protocol === "https:") return null;
  return protocol === "http:"
    ? { tone: "warn", says: `${location} is http: whoever listens on the way can read and change the login.` }
    : { tone: "bad", says: `${location} is not a web address.` };
}

function signOnFindings({ signOn }: IdpMetadata): Finding[] {
  const name = "Sign-on";
  if (signOn.length === 0) {
    return [
      { name, tone: "bad", says: "There is no SingleSignOnService: nowhere to send visitors to sign in." },
    ];
  }
  const faults = signOn.flatMap((place) => urlFault(place) ?? []);
  if (!signOn.some(({ binding }) => BROWSER_BINDINGS.includes(binding))) {
    const bindings = signOn.map(({ binding }) => binding || "none").join(", ");
    faults.push({
      tone: "bad",
      says: `No place takes a browser’s request by ${BROWSER_BINDINGS.join(" or ")}: ${bindings}.`,
    });
  }
  if (faults.length > 0) return faults.map((fault) => ({ name, ...fault }));
  return [{ name, tone: "ok", says: "Visitors can be sent to sign in, over https." }];
}

function keyFindings({ keys }: IdpMetadata, now: number): Finding[] {
  const name = "Signing";
  if (keys.length === 0) {
    return [
      {
        name,
        tone: "bad",
        says: "There is no signing certificate: answers of the provider can’t be verified.",
      },
    ];
  }
  const read = keys.flatMap(({ certificate }) => (certificate ? [certificateState(certificate, now)] : []));
  const unread = keys.length - read.length;
  const found: Finding[] = [];
  if (unread > 0) {
    const says =
      unread === keys.length
        ? "No certificate here can be read."
        : `${unread} of ${keys.length} certificates can’t be read.`;
    found.push({ name, tone: unread === keys.length ? "bad" : "warn", says });
  }
  const good = read.filter(({ tone }) => tone !== "bad");
  if (read.length > 0 && good.length === 0) {
    found.push({ name, tone: "bad", says: "No certificate is valid now." });
  } else if (read.length > good.length) {
    found.push({ name, tone: "warn", says: "Some certificates are not valid now; others are." });
  }
  if (good.length > 0 && good.every(({ tone }) => tone === "warn")) {
    found.push({
      name,
      tone: "warn",
      says: `The last certificate ends within ${SOON_DAYS} days: ask the provider for the next one.`,
    });
  }
  return found.length > 0 ? found : [{ name, tone: "ok", says: "Answers of the provider can be verified." }];
}

function formatFindings({ nameIdFormats }: IdpMetadata, wanted: string): Finding[] {
  if (wanted === "" || nameIdFormats.length === 0 || nameIdFormats.includes(wanted)) return [];
  return [
    {
      name: "Name id format",
      tone: "warn",
      says: `The form asks for ${formatLabel(wanted)}, which is not among those the provider names.`,
    },
  ];
}

function validityFindings({ validUntil }: IdpMetadata, now: number): Finding[] {
  const name = "Valid until";
  if (validUntil === null) return [];
  const until = Date.parse(validUntil);
  if (Number.isNaN(until)) return [{ name, tone: "warn", says: `${validUntil} is not a time.` }];
  if (until < now)
    return [{ name, tone: "warn", says: `The metadata itself was good until ${validUntil}: fetch it anew.` }];
  return [];
}

/**
 * What stands against signing in with this metadata at `now` (milliseconds), and what is fine. `nameIdFormat` is the one
 * that the provider will be asked for.
 */
export function checkMetadata(
  metadata: IdpMetadata,
  { now, nameIdFormat }: { now: number; nameIdFormat: string },
): Finding[] {
  return [
    entityFinding(metadata),
    ...signOnFindings(metadata),
    ...keyFindings(metadata, now),
    ...formatFindings(metadata, nameIdFormat),
    ...validityFindings(metadata, now),
  ];
}
