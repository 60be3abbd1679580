import { generateServiceProviderMetadata, SAML } from "@node-saml/node-saml";
import { NAMEID_FORMAT_DEFAULT, samlContract, type SamlMade } from "#contract/modules/saml.ts";
import type { KeyPair } from "../../tls/authority.ts";
import { compiled, NotApplicable } from "../compiled.ts";
import { readIdp, validCertificates } from "./idp-metadata.ts";

/** By which the clocks of the edge and of an identity provider may differ, in milliseconds. */
export const SKEW_MS = 60_000;
/** An assertion is good no longer than this, whatever it says: so long it is known which were used. */
export const ASSERTION_MS = 3_600_000;

/** A stored module, with what its metadata says. */
export const readSaml = compiled(samlContract, (request) => ({
  ...request,
  idp: readIdp(request.idp_metadata),
}));
export type SamlModule = ReturnType<typeof readSaml>;

/** What identity providers were told of a route, and the key that the account's requests are signed with. */
export type SamlSelf = { made: SamlMade; key: KeyPair };

/** `id` = of the message that is made; `logoutUrl` = where one about signing out is sent. */
type Chosen = { id?: string; logoutUrl?: string };

/**
 * The protocol between a route and its identity provider.
 *
 * @throws NotApplicable where no certificate of the provider is valid now.
 */
export function samlOf(module: SamlModule, self: SamlSelf, { id, logoutUrl }: Chosen = {}): SAML {
  const { idp, force_authn, nameid_format } = module;
  const idpCert = validCertificates(idp, Date.now());
  if (idpCert.length === 0)
    throw new NotApplicable("No signing certificate of the identity provider is valid now");
  return new SAML({
    ...spOf(self),
    identifierFormat: nameid_format ?? NAMEID_FORMAT_DEFAULT,
    entryPoint: idp.signOn,
    idpIssuer: idp.entityId,
    idpCert,
    forceAuthn: force_authn ?? false,
    // Any other would refuse whoever has to show a second factor.
    disableRequestedAuthnContext: true,
    // Either of both signatures covers the assertion, and one there must be.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: ASSERTION_MS,
    ...(id !== undefined && { generateUniqueId: () => id }),
    ...(logoutUrl !== undefined && { logoutUrl }),
  });
}

/** What an identity provider reads of a route: XML of an EntityDescriptor. */
export function spMetadata(self: SamlSelf, nameidFormat: string): string {
  const xml = generateServiceProviderMetadata({
    ...spOf(self),
    publicCerts: self.key.certificatePem,
    identifierFormat: nameidFormat,
    wantAssertionsSigned: true,
    generateUniqueId: () => "_metadata",
  });
  // The library knows one binding of signing out.
  return xml.replace(
    /<SingleLogoutService Binding="[^"]*"/,
    (post) => `${post.replace("HTTP-POST", "HTTP-Redirect")} Location="${location(xml)}"/>\n    ${post}`,
  );
}

const location = (xml: string): string => /<SingleLogoutService [^>]*Location="([^"]*)"/.exec(xml)?.[1] ?? "";

const spOf = ({ made, key }: SamlSelf) => ({
  issuer: made.entity_id,
  audience: made.entity_id,
  callbackUrl: made.assertion_consumer_service_url,
  logoutCallbackUrl: made.single_logout_url,
  privateKey: key.privateKeyPem,
  signatureAlgorithm: "sha256" as const,
  digestAlgorithm: "sha256",
});
