import { oidcContract } from "#contract/modules/oidc.ts";
import { jsonText } from "#forms/json.ts";
import { textsCodec } from "#editing/codecs/lists.ts";
import { enabledCodec, secretCodec, textCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { SESSION_FIELDS } from "../kit/login-session.ts";

const text = (value: unknown) => (value === "" ? "none" : jsonText(value));

/** OpenID Connect of an HTTPS edge route (api.md#oidc). The client secret is write-only. */
export const oidc = defineModule({
  kind: "oidc",
  contract: oidcContract,
  defaults: { enabled: true },
  Fields: lazyExport(() => import("./fields.tsx"), "OidcFields"),
  fields: [
    {
      name: "enabled",
      label: "Apply to traffic",
      codec: enabledCodec,
      show: (value) => (value === false ? "off" : "on"),
    },
    { name: "issuer", label: "Issuer", codec: textCodec("written"), show: text },
    { name: "client_id", label: "Client id", codec: textCodec("written"), show: text },
    {
      name: "client_secret",
      label: "Client secret",
      codec: secretCodec,
      show: (value) => (typeof value === "string" && value !== "" ? "a secret, not shown" : "none"),
    },
    {
      name: "scopes",
      label: "Scopes",
      codec: textsCodec,
      show: (value) => (Array.isArray(value) ? value.map(jsonText).join(", ") || "none" : jsonText(value)),
    },
    ...SESSION_FIELDS,
  ],
  summary: ({ issuer, client_id: client }) =>
    typeof issuer === "string" && issuer !== "" && typeof client === "string"
      ? `Sign in at ${issuer} as client ${client}`
      : "Set, in a shape this console does not know",
});
