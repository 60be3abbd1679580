import { SamlStatusError } from "@node-saml/node-saml";
import type { Element } from "@xmldom/xmldom";
import * as z from "zod/mini";
import { xmlSize } from "#contract/modules/xml-size.ts";
import { attributeOf, readXml, SIGNATURE } from "./xml.ts";
import { SKEW_MS, type SamlModule, type SamlSelf, samlOf } from "./provider.ts";

/** Why an answer of an identity provider lets nobody in: a sentence for the event, without what the answer says of anybody. */
export class AnswerRefused extends Error {}

/** Whom an identity provider named in an answer that holds. */
export type SamlLogin = {
  /** Of the assertion. */
  id: string;
  /** The request that it answers; null = the provider began by itself. */
  inResponseTo: string | null;
  subject: string;
  nameIdFormat: string;
  sessionIndex: string;
  /** When the visitor signed in there, in milliseconds since 1970. */
  signedIn: number;
  /** When the provider ends the session, at the latest; null = it does not say. */
  until: number | null;
  name: string;
  email: string;
  /** Those that the module names. */
  groups: readonly string[];
};

/** Answers with many groups have some thousand elements and attributes, and about ten levels. */
const BOUNDS = { depth: 64, parts: 20_000 };

/**
 * Reads an answer to a login. It holds where the provider signed it or its assertion, and it is for this route, now and by
 * this provider. Whether it answers a request of this visitor, and was not used before, is the caller's to say.
 *
 * @throws AnswerRefused where it does not hold, NotApplicable where nobody can sign in.
 */
export async function readAnswer(module: SamlModule, self: SamlSelf, base64: string): Promise<SamlLogin> {
  const xml = Buffer.from(base64, "base64").toString();
  refuseHuge(xml);
  const response = readXml(xml)?.documentElement;
  refuseWeak(response);
  const verified = await verifiedAssertion(module, self, base64);
  const assertion = shapeOf(verified);
  const { made } = self;
  const [issuer] = assertion.Issuer;
  if (issuer._ !== module.idp.entityId) throw new AnswerRefused("Another identity provider issued it");
  const [subject] = assertion.Subject;
  const ours = made.assertion_consumer_service_url;
  const bearers = subject.SubjectConfirmation.flatMap(({ $, SubjectConfirmationData }) =>
    $.Method === BEARER ? [SubjectConfirmationData?.[0]?.$ ?? {}] : [],
  );
  const forUs = bearers.filter((data) => data["Recipient"] === ours);
  if (forUs.length === 0) throw new AnswerRefused(recipientFault(bearers[0]?.["Recipient"], ours));
  const bearer = forUs.find(isInTime);
  if (!bearer)
    throw new AnswerRefused("The answer has expired, or isn’t valid yet. Check the provider’s clock");
  const destination = attributeOf(response, "Destination");
  if (destination !== "" && destination !== ours) throw new AnswerRefused("It is for another destination");
  const inResponseTo = bearer["InResponseTo"] ?? null;
  // Only that of the assertion is always signed.
  const answering = attributeOf(response, "InResponseTo");
  if (answering !== "" && answering !== inResponseTo)
    throw new AnswerRefused("It says twice what it answers, in different ways");
  const [login] = assertion.AuthnStatement;
  const until = endOf(assertion);
  if (until !== null && !(Date.now() < until)) throw new AnswerRefused("The provider’s own session is over");
  const attributes = attributesOf(assertion);
  const wanted = new Set(module.authorized_groups ?? []);
  const first = (names: readonly string[]): string =>
    names.flatMap((name) => attributes.get(name) ?? []).find((value) => value !== "") ?? "";
  const [nameId] = subject.NameID;
  const nameIdFormat = nameId.$?.["Format"] ?? "";
  return {
    id: assertion.$.ID,
    inResponseTo,
    subject: nameId._,
    nameIdFormat,
    sessionIndex: login.$?.["SessionIndex"] ?? "",
    signedIn: Date.parse(login.$?.["AuthnInstant"] ?? ""),
    until,
    name: first(NAMES),
    email: first(EMAILS) || (nameIdFormat.endsWith(":emailAddress") ? nameId._ : ""),
    groups: GROUPS.flatMap((name) => attributes.get(name) ?? []).filter((group) => wanted.has(group)),
  };
}

/** What no provider sends is refused before anything works on it: it is anybody's text until its signature is known. */
export function refuseHuge(xml: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new AnswerRefused("It has a document type");
  if (xmlSize(xml, BOUNDS) !== "fits") throw new AnswerRefused("It is larger than any answer");
}

/** Two messages may be made that one signature over SHA-1 is good for. */
export function refuseWeak(root: Element | null | undefined): void {
  const parts = [...(root?.getElementsByTagNameNS(SIGNATURE, "SignedInfo") ?? [])];
  const methods = parts.flatMap((part) => [...part.getElementsByTagNameNS(SIGNATURE, "*")]);
  if (methods.some((method) => /sha1$/i.test(attributeOf(method, "Algorithm"))))
    throw new AnswerRefused("It is signed with SHA-1. Choose SHA-256 at the identity provider");
}

async function verifiedAssertion(module: SamlModule, self: SamlSelf, SAMLResponse: string): Promise<unknown> {
  const saml = samlOf(module, self);
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse }).catch((error: unknown) => {
    throw new AnswerRefused(reasonOf(error), { cause: error });
  });
  return profile?.getAssertion?.();
}

/** The library's words quote what it was sent. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  if (error instanceof SamlStatusError)
    return `The identity provider refused: ${/returned (\w+) error/.exec(text)?.[1] ?? "unknown"}`;
  if (/encrypted/i.test(text)) return "Its assertion is encrypted. Turn that off at the identity provider";
  if (/signature/i.test(text)) return "No signature of the identity provider holds";
  if (/not yet valid/.test(text)) return "It is not valid yet: compare the clocks";
  if (/expired/.test(text)) return "It has expired: compare the clocks";
  if (/audience/i.test(text)) return "It is for another audience";
  return "It can’t be read as an answer of SAML";
}

const Attributes = z.record(z.string(), z.string());
const Text = z.object({ _: z.string().check(z.minLength(1)), $: z.optional(Attributes) });
const Statement = z.object({
  Attribute: z.optional(
    z.array(
      z.object({
        $: z.object({ Name: z.string() }),
        AttributeValue: z.optional(z.array(z.object({ _: z.optional(z.string()) }))),
      }),
    ),
  ),
});

const Login = z.object({ $: z.optional(Attributes) });

/** An assertion as the library's reader has it, which says each element as a list. */
const Assertion = z.object({
  $: z.object({ ID: z.string().check(z.minLength(1)) }),
  Issuer: z.tuple([Text]),
  Subject: z.tuple([
    z.object({
      NameID: z.tuple([Text]),
      SubjectConfirmation: z.array(
        z.object({
          $: z.object({ Method: z.string() }),
          SubjectConfirmationData: z.optional(z.array(z.object({ $: z.optional(Attributes) }))),
        }),
      ),
    }),
  ]),
  Conditions: z.array(z.unknown()).check(z.minLength(1)),
  AuthnStatement: z.tuple([Login], Login),
  AttributeStatement: z.optional(z.array(Statement)),
});

function shapeOf(read: unknown): z.infer<typeof Assertion> {
  const { success, data } = z.object({ Assertion }).safeParse(read);
  if (!success) throw new AnswerRefused("Its assertion lacks an issuer, a subject, a time or a login");
  return data.Assertion;
}

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/** Names both addresses: the one that was mistyped at the provider is the usual cause. */
function recipientFault(theirs: string | undefined, ours: string): string {
  const has = theirs ? `The answer is for ${theirs.slice(0, 200)}` : "The answer names no recipient";
  return `${has}. Set ${ours} as the recipient at the provider`;
}

function isInTime({ NotBefore, NotOnOrAfter }: Readonly<Record<string, string>>): boolean {
  const now = Date.now();
  const until = Date.parse(NotOnOrAfter ?? "");
  return now - SKEW_MS < until && !(Date.parse(NotBefore ?? "") > now + SKEW_MS);
}

/** The first end of those that it says; NaN where one can't be read. */
function endOf({ AuthnStatement }: z.infer<typeof Assertion>): number | null {
  const ends = AuthnStatement.flatMap(({ $ }) => $?.["SessionNotOnOrAfter"] ?? []);
  return ends.length === 0 ? null : Math.min(...ends.map((end) => Date.parse(end)));
}

function attributesOf({ AttributeStatement = [] }: z.infer<typeof Assertion>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { $, AttributeValue = [] } of AttributeStatement.flatMap(({ Attribute = [] }) => Attribute))
    found.set($.Name, [...(found.get($.Name) ?? []), ...AttributeValue.map(({ _ = "" }) => _.trim())]);
  return found;
}

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";

/** Names by which the usual providers say these (docs/decisions/edge/saml.md). */
const GROUPS = [
  "groups",
  "group",
  "memberOf",
  "isMemberOf",
  "http://schemas.xmlsoap.org/claims/Group",
  "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups",
  "urn:oid:1.2.840.113556.1.2.102",
  "urn:oid:1.3.6.1.4.1.5923.1.5.1.1",
];
const EMAILS = ["email", "mail", `${CLAIMS}emailaddress`, "urn:oid:0.9.2342.19200300.100.1.3"];
const NAMES = [
  "name",
  "displayName",
  `${CLAIMS}name`,
  "http://schemas.microsoft.com/identity/claims/displayname",
  "urn:oid:2.16.840.1.113730.3.1.241",
];
