import type { Profile, SAML } from "@node-saml/node-saml";
import { inflateRawSync } from "node:zlib";
import { AnswerRefused, refuseHuge, refuseWeak } from "./answer.ts";
import { type SamlModule, type SamlSelf, samlOf } from "./provider.ts";
import { attributeOf, readXml } from "./xml.ts";

/** What a provider says about signing out: a request to end somebody's session, or that it has ended its own. */
export type SignOutSaid =
  | { asks: { message: string; subject: string; sessionIndex: string } }
  | { ended: true };

/** In bytes; messages have about a thousand. */
const MESSAGE_MAX = 65_536;
const PARAMETERS = ["SAMLRequest", "SAMLResponse", "RelayState", "SigAlg", "Signature"];
const SIGNED_BY = /#rsa-sha(256|384|512)$/;

/**
 * Reads a message about signing out: as a form (HTTP-POST), else from the query of the address (HTTP-Redirect). It holds where
 * the provider signed it.
 *
 * @throws AnswerRefused where it does not hold, NotApplicable where the provider has no certificate.
 */
export async function readSignOut(
  module: SamlModule,
  self: SamlSelf,
  { form, query }: { form: string | null; query: string },
): Promise<SignOutSaid> {
  const saml = samlOf(module, self);
  const { profile } = await (form === null ? byQuery(saml, self, query) : byForm(saml, self, form));
  if (!profile) return { ended: true };
  const { ID = "", nameID, sessionIndex = "" } = profile;
  return { asks: { message: ID, subject: nameID, sessionIndex } };
}

type Read = Promise<{ profile: Profile | null }>;

async function byForm(saml: SAML, self: SamlSelf, form: string): Read {
  const fields = new URLSearchParams(form);
  const [SAMLRequest, SAMLResponse] = [fields.get("SAMLRequest"), fields.get("SAMLResponse")];
  check(Buffer.from(SAMLRequest ?? SAMLResponse ?? "", "base64").toString(), self);
  return (
    SAMLRequest === null
      ? saml.validatePostResponseAsync({ SAMLResponse: SAMLResponse ?? "" })
      : saml.validatePostRequestAsync({ SAMLRequest })
  ).catch(unproven);
}

async function byQuery(saml: SAML, self: SamlSelf, query: string): Read {
  const pairs = query.split("&").filter((pair) => PARAMETERS.includes(pair.split("=", 1)[0] ?? ""));
  const given = Object.fromEntries(new URLSearchParams(pairs.join("&")));
  // The library takes the first of several that look alike, and a message without a signature for a good one.
  const isOne =
    pairs.length === Object.keys(given).length && !("SAMLRequest" in given && "SAMLResponse" in given);
  if (!isOne || !given["Signature"] || !SIGNED_BY.test(given["SigAlg"] ?? "")) return unproven();
  check(inflated(given["SAMLRequest"] ?? given["SAMLResponse"] ?? ""), self);
  return saml.validateRedirectAsync(given, pairs.join("&")).catch(unproven);
}

function inflated(base64: string): string {
  try {
    return inflateRawSync(Buffer.from(base64, "base64"), { maxOutputLength: MESSAGE_MAX }).toString();
  } catch {
    return unproven();
  }
}

function check(xml: string, { made }: SamlSelf): void {
  refuseHuge(xml);
  const root = readXml(xml)?.documentElement;
  refuseWeak(root);
  if (!/^Logout(Request|Response)$/.test(root?.localName ?? ""))
    throw new AnswerRefused("It can’t be read as a message about signing out");
  const destination = attributeOf(root, "Destination");
  if (destination !== "" && destination !== made.single_logout_url)
    throw new AnswerRefused("It is for another destination");
}

function unproven(): never {
  throw new AnswerRefused("No signature of the identity provider holds");
}
