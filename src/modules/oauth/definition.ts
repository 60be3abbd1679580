import { oauthContract } from "#contract/modules/oauth.ts";
import { isJsonObject, valueAt } from "#forms/json.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { UNKNOWN_SHAPE } from "../kit/show.ts";
import { AUTH_CHECK_FIELD, LOGIN_SWITCH, SESSION_FIELDS } from "../kit/login-session.ts";
import { chosenOf, providerCodec } from "./codecs.ts";
import { oauthProviderName } from "#contract/modules/oauth-provider-names.ts";
import { providerPart, describeProvider, describeAccess, limitOf } from "./provider-text.ts";

/** OAuth of an HTTPS edge route (api.md#oauth). The client secret is write-only. */
export const oauth = defineModule({
  contract: oauthContract,
  switch: LOGIN_SWITCH,
  Fields: lazyExport(() => import("./fields.tsx"), "OauthFields"),
  fields: [
    {
      name: "provider",
      label: "Provider",
      codec: providerCodec,
      show: describeProvider,
      part: providerPart,
    },
    AUTH_CHECK_FIELD,
    ...SESSION_FIELDS,
  ],
  limit: ({ provider }) => {
    const member = valueAt(provider, [chosenOf(provider)]);
    return isJsonObject(member) ? limitOf(member) : undefined;
  },
  summary: ({ provider }) => {
    const name = chosenOf(provider);
    const member = valueAt(provider, [name]);
    if (!isJsonObject(member)) return UNKNOWN_SHAPE;
    return `Sign in with ${oauthProviderName(name)}: ${describeAccess(member)}`;
  },
});
