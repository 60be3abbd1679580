import { randomBytes } from "node:crypto";

const LOGIN = "login.northwind.example";

/** Nobody knows it: made anew for each account. */
const secret = (): string => randomBytes(24).toString("base64url");

export const webhooksOf = (provider: string) => ({ provider, secret: secret() });

export const partnerLogin = () => ({
  issuer: `https://${LOGIN}`,
  client_id: "partner-portal",
  client_secret: secret(),
  scopes: ["openid", "email"],
});

export const STRICT = { tripped_duration: 30, volume_threshold: 20, error_threshold_percentage: 0.5 };

export const SAFE_HEADERS = {
  add: { "strict-transport-security": "max-age=31536000", "x-content-type-options": "nosniff" },
  remove: ["server"],
};

const tokensOf = (issuer: string, keys: string) => ({
  issuer: { allow_list: [{ value: issuer }] },
  audience: { allow_list: [{ value: "https://api.northwind.example" }] },
  http: { tokens: [{ type: "at+jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
  jws: { allowed_algorithms: ["RS256", "ES256"], keys: { sources: { additional_jkus: [keys] } } },
});

export const CUSTOMERS_TOKENS = tokensOf(`https://${LOGIN}`, `https://${LOGIN}/.well-known/jwks.json`);

/** Whoever is on the way can answer with keys of their own: a fault for the operator to find. */
export const PARTNER_TOKENS = tokensOf(`https://${LOGIN}`, `http://${LOGIN}/.well-known/jwks.json`);

export const FROM_STAFF = {
  provider: { google: { email_domains: ["northwind.example"] } },
  inactivity_timeout: 3600,
  maximum_duration: 28_800,
};

export const RATE_LIMIT = {
  inbound: [
    {
      name: "300 requests a minute per client",
      expressions: ["req.URL.startsWith('/v2/')"],
      actions: [
        {
          type: "rate-limit",
          config: {
            name: "per client",
            algorithm: "sliding_window",
            capacity: 300,
            rate: "60s",
            bucket_key: ["conn.ClientIP"],
          },
        },
      ],
    },
  ],
};

const STAFF_IDP = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.northwind.example">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.northwind.example/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;

export const STAFF_LOGIN = {
  idp_metadata: STAFF_IDP,
  authorized_groups: ["staff"],
  maximum_duration: 28_800,
};

/** What its SAML requests would be signed with; its key was thrown away, since nothing is signed. */
export const SIGNING_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIULIEAam/WuKE4MKQeqqwtdR7RtdAwCgYIKoZIzj0EAwIw
KTEnMCUGA1UEAwweR2F0ZWhvdXNlIFNBTUwgcmVxdWVzdCBzaWduaW5nMB4XDTI2
MTEyMjA3NTEzOVoXDTQ2MTExNzA3NTEzOVowKTEnMCUGA1UEAwweR2F0ZWhvdXNl
IFNBTUwgcmVxdWVzdCBzaWduaW5nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
10G66BdjDaxlcvnqnYy7idV2p5dHfuhMbcZVGuhIShBNE6xSnRtfd93RhsesT0eB
z3OdJMUG3HqkEQ0ZzpR/naNTMFEwHQYDVR0OBBYEFAt6YSNAd5WqzWx0I3l+OdpG
Ld+HMB8GA1UdIwQYMBaAFAt6YSNAd5WqzWx0I3l+OdpGLd+HMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgCS7ZFqKOGSuLnJAEvumnv8bYGg4aDeYE
OHLXkenlOPACIQCrec5SGPtHKA/gu0fjaw8WNqRM1uXZOaLEzssq1+oP1Q==
-----END CERTIFICATE-----
`;
