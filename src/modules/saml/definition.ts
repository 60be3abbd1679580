import { byteLength } from "#contract/common.ts";
import { samlContract } from "#contract/modules/saml.ts";
import { jsonText } from "#forms/json.ts";
import { textsCodec } from "#editing/codecs/lists.ts";
import { enabledCodec, flagCodec, textCodec } from "#editing/codecs/codec.ts";
import { counted } from "#ui/format.ts";
import { defineModule, type ModuleField } from "../define-module.ts";
import { SESSION_FIELDS } from "../kit/login-session.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { entityOf, formatName } from "./name-format.ts";

const onOff: ModuleField["show"] = (value) =>
  typeof value === "boolean" ? (value ? "on" : "off") : jsonText(value);

/** An identity provider and the size of what it says; nobody compares the XML of two in a side panel. */
function metadataWords(value: unknown): string {
  if (typeof value !== "string") return jsonText(value);
  if (value === "") return "none";
  const entity = entityOf(value);
  return `${entity === "" ? "XML" : `metadata of ${entity}`}, ${byteLength(value)} bytes`;
}

/** SAML of an HTTPS edge route (api.md#saml). */
export const saml = defineModule({
  kind: "saml",
  contract: samlContract,
  defaults: { enabled: true },
  Fields: lazyExport(() => import("./fields.tsx"), "SamlFields"),
  fields: [
    {
      name: "enabled",
      label: "Apply to traffic",
      codec: enabledCodec,
      show: (value) => (value === false ? "off" : "on"),
    },
    { name: "idp_metadata", label: "Provider’s metadata", codec: textCodec("written"), show: metadataWords },
    {
      name: "nameid_format",
      label: "Name id format",
      codec: textCodec(),
      show: (value) => (typeof value === "string" && value !== "" ? formatName(value) : jsonText(value)),
    },
    { name: "force_authn", label: "Ask every time", codec: flagCodec(false), show: onOff },
    {
      name: "allow_idp_initiated",
      label: "Login from the provider",
      codec: flagCodec(true),
      show: onOff,
    },
    {
      name: "authorized_groups",
      label: "Groups",
      codec: textsCodec,
      show: (value) =>
        Array.isArray(value) ? value.map(jsonText).join(", ") || "none: everybody" : jsonText(value),
    },
    ...SESSION_FIELDS,
  ],
  summary: ({ idp_metadata: xml, authorized_groups: groups }) => {
    if (typeof xml !== "string" || xml === "") return "Set, in a shape this console does not know";
    const who =
      Array.isArray(groups) && groups.length > 0 ? counted(groups.length, "group") : "everybody there";
    return `Sign in at ${entityOf(xml) || "an identity provider"}: ${who}`;
  },
});
