import { oidcContract } from "#contract/modules/oidc.ts";
import { textsCodec } from "#editing/codecs/lists.ts";
import { secretCodec, textCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { UNKNOWN_SHAPE, showList, showSecret, showText } from "../kit/show.ts";
import { LOGIN_SWITCH, SESSION_FIELDS } from "../kit/login-session.ts";

/** OpenID Connect of an HTTPS edge route (api.md#oidc). The client secret is write-only. */
export const oidc = defineModule({
  contract: oidcContract,
  switch: LOGIN_SWITCH,
  Fields: lazyExport(() => import("./fields.tsx"), "OidcFields"),
  fields: [
    { name: "issuer", label: "Issuer", codec: textCodec("written"), show: showText() },
    { name: "client_id", label: "Client ID", codec: textCodec("written"), show: showText() },
    { name: "client_secret", label: "Client secret", codec: secretCodec, show: showSecret },
    { name: "scopes", label: "Scopes", codec: textsCodec, show: showList() },
    ...SESSION_FIELDS,
  ],
  summary: ({ issuer, client_id: client }) =>
    typeof issuer === "string" && issuer !== "" && typeof client === "string"
      ? `Sign in at ${issuer} with client ${client}: anyone with an account`
      : UNKNOWN_SHAPE,
});
