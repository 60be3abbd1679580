import { counted } from "#ui/format.ts";
import { describePlace, type JwtRules, type TokenPlace } from "./rules.ts";
import { readSample, stripPrefix, type Carrier } from "./sample.ts";
import { fail, open, pass, skipped, type Finding } from "./finding.ts";

/** The token in what was pasted, the place it was found at, and what came of looking. `token` is null when none was found. */
export type Located = { token: string | null; place: TokenPlace | null; finding: Finding };

const SILENT = "The service may refuse it.";

/** Looks for the token where the rules say. A token pasted alone is taken as it is, and where it goes is said. */
export function locate(pasted: string, { places }: JwtRules): Located {
  const sample = readSample(pasted);
  const [first] = places;
  if ("token" in sample) {
    const prefixed = places.find(({ prefix }) => prefix !== "" && sample.token.startsWith(prefix));
    const token = stripPrefix(sample.token, prefixed?.prefix ?? "").rest.trim();
    if (!first) return { token, place: null, finding: nowhere };
    const where = places.map(describePlace).join(", or ");
    const finding = skipped(`The service looks in ${where}. Paste that whole line to check this too.`);
    return { token, place: places.length === 1 ? first : null, finding };
  }
  if (!first) return { token: null, place: null, finding: nowhere };
  const found = places.flatMap((place) => {
    const carrier = sample.carriers.find((one) => isAt(one, place));
    return carrier ? [{ place, carrier }] : [];
  });
  const [hit] = found;
  if (!hit) return missing(places, sample.carriers);
  const { token, finding } = read(hit.place, hit.carrier);
  const others = places.length - found.length;
  if (finding.result !== "pass" || others === 0) return { token, place: hit.place, finding };
  const why = `${finding.why} The form has ${counted(others, "more location")}. The service may need a token in each.`;
  return { token, place: hit.place, finding: open(why) };
}

const nowhere = fail("The form has no token location.");

/** Header names are compared without case (RFC 9110 §5.1), body fields with it. */
function isAt({ method, name }: Carrier, place: TokenPlace): boolean {
  if (method !== place.method) return false;
  return method === "header" ? name.toLowerCase() === place.name.toLowerCase() : name === place.name;
}

function missing(places: TokenPlace[], carriers: Carrier[]): Located {
  const has = carriers
    .slice(0, 6)
    .map(({ method, name }) => `${method === "body" ? "body field" : "header"} ${name}`);
  const wanted = places.map(describePlace).join(", or ");
  const why = `Expected in ${wanted}. You pasted ${has.length > 0 ? has.join(", ") : "no text fields"}.`;
  return { token: null, place: null, finding: fail(why) };
}

function read(place: TokenPlace, carrier: Carrier): { token: string; finding: Finding } {
  const { rest, had } = stripPrefix(carrier.value, place.prefix);
  const token = rest.trim();
  if (!had) {
    // Another case or scheme before the token: the rest of the checks look at the token itself.
    const bare = carrier.value.trim().split(/\s+/).at(-1) ?? "";
    const near = carrier.value.toLowerCase().startsWith(place.prefix.toLowerCase());
    const how = near ? `differs from “${place.prefix}” in case` : `does not start with “${place.prefix}”`;
    return { token: bare, finding: open(`In ${place.method} ${carrier.name}, but it ${how}. ${SILENT}`) };
  }
  if (rest !== token) {
    const why = `A space remains after the prefix. Use “${place.prefix} ” with the space.`;
    return { token, finding: open(why) };
  }
  return { token, finding: pass(`Found in ${describePlace(place)}.`) };
}
