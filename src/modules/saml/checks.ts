import { counted, formatAge } from "#ui/format.ts";
import type { Certificate } from "./certificate.ts";
import type { IdpMetadata, Place } from "./metadata.ts";
import { formatLabel } from "./name-format.ts";

/** What one check came to. `bad` = sign-in can't work, `warn` = it may not, or not for long. */
export type Finding = { name: string; tone: "ok" | "warn" | "bad"; says: string };

/** A finding before the check it is of has been named. */
type Found = Omit<Finding, "name">;

const of = (tone: Finding["tone"]) => (says: string) => ({ tone, says });
const [ok, warn, bad] = [of("ok"), of("warn"), of("bad")];

const DAY = 86_400_000;
/** A certificate that ends within so many days is warned of: replacing one takes both sides. */
const SOON_DAYS = 30;

/** By which the edge sends browsers to the provider (decisions/edge/saml.md). */
const SENT_BY = "HTTP-Redirect";

/** How long a certificate is still good: "12 d left". */
export function certificateState({ notBefore, notAfter }: Certificate, now: number): Found {
  const [from, until] = [Date.parse(notBefore), Date.parse(notAfter)];
  const age = (milliseconds: number) => formatAge(milliseconds / 1000);
  if (from > now) return bad(`not valid yet, starts in ${age(from - now)}`);
  if (until < now) return bad(`expired ${age(now - until)} ago`);
  return (until - now < SOON_DAYS * DAY ? warn : ok)(`${age(until - now)} left`);
}

function entity({ entityId }: IdpMetadata): Found {
  return entityId === "" ? bad("The metadata has no entityID.") : ok(entityId);
}

function urlFault({ location }: Place): Found | null {
  if (location === "") return bad("A sign-on URL is missing.");
  if (!URL.canParse(location)) return bad(`${location} is not a complete URL.`);
  const { protocol } = new URL(location);
  if (protocol === "https:") return null;
  return protocol === "http:"
    ? warn(`${location} is not encrypted. Ask the provider for an https URL.`)
    : bad(`${location} is not a web address.`);
}

function signOn({ signOn: places }: IdpMetadata): Found[] {
  if (places.length === 0) return [bad("The metadata has no sign-on URL, so visitors can’t sign in.")];
  const faults = places.flatMap((place) => urlFault(place) ?? []);
  if (!places.some(({ binding }) => binding === SENT_BY)) {
    const bindings = places.map(({ binding }) => binding || "none").join(", ");
    faults.push(bad(`No sign-on URL uses ${SENT_BY}. Found: ${bindings}.`));
  }
  return faults.length > 0 ? faults : [ok("Visitors sign in over https.")];
}

function signing({ keys }: IdpMetadata, now: number): Found[] {
  if (keys.length === 0)
    return [bad("The metadata has no signing certificate, so sign-ins can’t be verified.")];
  const read = keys.flatMap(({ certificate }) => (certificate ? [certificateState(certificate, now)] : []));
  const good = read.filter(({ tone }) => tone !== "bad");
  const found: Found[] = [];
  if (read.length === 0) found.push(bad("No certificate is readable."));
  else if (read.length < keys.length)
    found.push(warn(`${keys.length - read.length} of ${counted(keys.length, "certificate")} can’t be read.`));
  if (read.length > 0 && good.length === 0) found.push(bad("No certificate is valid now."));
  else if (read.length > good.length) found.push(warn("Some certificates are not valid now."));
  if (good.length > 0 && good.every(({ tone }) => tone === "warn"))
    found.push(warn(`All certificates expire within ${SOON_DAYS} days. Ask the provider for a new one.`));
  return found.length > 0 ? found : [ok("Sign-ins can be verified.")];
}

function nameIdFormat({ nameIdFormats }: IdpMetadata, wanted: string): Found[] {
  if (wanted === "" || nameIdFormats.length === 0 || nameIdFormats.includes(wanted)) return [];
  return [warn(`The provider does not list ${formatLabel(wanted)}, which this form asks for.`)];
}

function validity({ validUntil }: IdpMetadata, now: number): Found[] {
  if (validUntil === null) return [];
  const until = Date.parse(validUntil);
  if (Number.isNaN(until)) return [warn(`${validUntil} is not a time.`)];
  return until < now ? [warn(`The metadata expired on ${validUntil}. Download it again.`)] : [];
}

/**
 * What stands against signing in with this metadata at `now` (milliseconds), and what is fine. `nameIdFormat` is the one
 * that the provider will be asked for.
 */
export function checkMetadata(
  metadata: IdpMetadata,
  { now, nameIdFormat: wanted }: { now: number; nameIdFormat: string },
): Finding[] {
  const checks: [name: string, found: Found[]][] = [
    ["Entity ID", [entity(metadata)]],
    ["Sign-on", signOn(metadata)],
    ["Signing", signing(metadata, now)],
    ["Name ID format", nameIdFormat(metadata, wanted)],
    ["Valid until", validity(metadata, now)],
  ];
  return checks.flatMap(([name, found]) => found.map((one) => ({ name, ...one })));
}
