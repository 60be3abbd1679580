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
  provider: {
    google: {
      client_id: "northwind-staff",
      client_secret: "no-such-app",
      email_domains: ["northwind.example"],
    },
  },
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

/** The key of its certificate was thrown away: nobody signs in to the demo. */
const STAFF_IDP = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.northwind.example">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
MIIBljCCATugAwIBAgIUR5FM0dP2Re2AJxmsOHzDLwN/kSYwCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVaWRwLm5vcnRod2luZC5leGFtcGxlMB4XDTI2MTEyMjIzNTY0
MFoXDTQ2MTExNzIzNTY0MFowIDEeMBwGA1UEAwwVaWRwLm5vcnRod2luZC5leGFt
cGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESfQJjHktf6AbC5+Ea2s3s7ld
KrH3LmgxEE1a/sHnnL6o+jP7VA32l6r8ZDadoZoyXEr1PJi6LJW5MZoeUE/6VaNT
MFEwHQYDVR0OBBYEFEUvzn0aMy3I6VycGohpsDU8fis0MB8GA1UdIwQYMBaAFEUv
zn0aMy3I6VycGohpsDU8fis0MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
SQAwRgIhALFelbFjgcI1MHwYCLRQ5qQ5zjVfGCUlmur75KzvWyxJAiEA8h1f0lPD
PqpBh17GOHHNC5H0xHje6yrs1cR6rXJix1k=
      </X509Certificate></X509Data></KeyInfo>
    </KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.northwind.example/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;

export const STAFF_LOGIN = {
  idp_metadata: STAFF_IDP,
  authorized_groups: ["staff"],
  maximum_duration: 28_800,
};
