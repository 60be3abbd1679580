import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getSamlResponse, parseRequest, type SamlpOptions } from "samlp";
import { makeSigner } from "#service/store/signing-keys.ts";
import type { KeyPair } from "../tls/authority.ts";

/** For tests: an identity provider of samlp on loopback. Whoever comes with a request that the account signed is signed in. */
export type SamlIdp = {
  entityId: string;
  signOn: string;
  signOut: string;
  key: KeyPair;
  /** Whom it signs in. */
  user: IdpUser;
  /** Certificate that requests are signed with. */
  trusted: string;
  /** The last request that it read. */
  asked: { id: string; issuer: string; forceAuthn?: string } | null;
  metadata: (...certificates: string[]) => string;
  /** An answer as XML, by these instead of what is right. */
  answer: (options: Partial<SamlpOptions>) => Promise<string>;
  close: () => Promise<void>;
};

type IdpUser = { nameId: string; claims: Record<string, string | readonly string[]> };

const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

export async function startSamlIdp(): Promise<SamlIdp> {
  const key = await makeSigner();
  const server = createServer((request, response) => {
    void signOn(new URL(request.url ?? "", idp.entityId)).then(
      (html) => response.setHeader("content-type", "text/html").end(html),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idp: SamlIdp = {
    entityId: `${origin}/idp`,
    signOn: `${origin}/sso`,
    signOut: `${origin}/slo`,
    key,
    user: { nameId: "ann@example.com", claims: { groups: ["staff", "operators"], displayName: "Ann" } },
    trusted: "",
    asked: null,
    metadata: (...certificates) =>
      [
        `<EntityDescriptor xmlns="${METADATA}" entityID="${idp.entityId}">`,
        `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">`,
        ...(certificates.length > 0 ? certificates : [key.certificatePem]).map(
          (pem) =>
            `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>` +
            `${pem.replaceAll(/-----[^-]+-----/g, "")}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
        ),
        `<SingleLogoutService Binding="${BINDING}" Location="${idp.signOut}"/>`,
        `<SingleSignOnService Binding="${BINDING}" Location="${idp.signOn}"/>`,
        `</IDPSSODescriptor></EntityDescriptor>`,
      ].join(""),
    answer: (options) =>
      new Promise((resolve, reject) => {
        const { nameId, claims } = idp.user;
        const all: SamlpOptions = {
          issuer: idp.entityId,
          cert: key.certificatePem,
          key: key.privateKeyPem,
          signatureAlgorithm: "rsa-sha256",
          digestAlgorithm: "sha256",
          sessionIndex: "_session",
          lifetimeInSeconds: 300,
          profileMapper: () => ({
            getClaims: () => claims,
            getNameIdentifier: () => ({ nameIdentifier: nameId, nameIdentifierFormat: EMAIL_FORMAT }),
          }),
          ...options,
        };
        getSamlResponse(all, idp.user, (error, xml) => (error ? reject(error) : resolve(xml)));
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };

  async function signOn({ searchParams }: URL): Promise<string> {
    const query = Object.fromEntries(searchParams);
    const { Signature: signature, SigAlg: sigAlg, RelayState: relayState } = query;
    const options = { signingCert: idp.trusted, signature, sigAlg, relayState };
    const { assertionConsumerServiceURL: acs, ...asked } = await new Promise<
      NonNullable<SamlIdp["asked"]> & { assertionConsumerServiceURL: string }
    >((resolve, reject) =>
      parseRequest({ method: "GET", query }, options, (error, read) =>
        error ? reject(error) : resolve(read),
      ),
    );
    idp.asked = asked;
    const xml = await idp.answer({
      audience: asked.issuer,
      recipient: acs,
      destination: acs,
      inResponseTo: asked.id,
    });
    return formPage(acs, { SAMLResponse: Buffer.from(xml).toString("base64"), RelayState: relayState ?? "" });
  }

  return idp;
}

/** The page by which a provider sends its answer on. */
const formPage = (action: string, fields: Record<string, string>): string =>
  `<!doctype html><title>Signing in</title><form method="post" action="${action}">` +
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join("") +
  `</form><script>document.forms[0].submit()</script>`;
