import { byteLength } from "#contract/common.ts";
import { samlContract } from "#contract/modules/saml.ts";
import { type JsonObject, jsonText } from "#forms/json.ts";
import { textsCodec } from "#editing/codecs/lists.ts";
import { flagCodec, textCodec } from "#editing/codecs/codec.ts";
import { counted } from "#ui/format.ts";
import { defineModule } from "../define-module.ts";
import { UNKNOWN_SHAPE, showFlag, showList } from "../kit/show.ts";
import { LOGIN_SWITCH, SESSION_FIELDS } from "../kit/login-session.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { entityOf, formatName } from "./name-format.ts";

/** The identity provider that it names and its size; nobody compares the XML of two in a side panel. */
function showMetadata(value: unknown): string {
  if (typeof value !== "string") return jsonText(value);
  if (value === "") return "none";
  const entity = entityOf(value);
  return `${entity === "" ? "no provider" : entity}, ${counted(byteLength(value), "byte")}`;
}

const limitOf = ({ authorized_groups: groups }: JsonObject): string | undefined =>
  Array.isArray(groups) && groups.length > 0 ? counted(groups.length, "group") : undefined;

/** SAML of an HTTPS edge route (api.md#saml). */
export const saml = defineModule({
  contract: samlContract,
  switch: LOGIN_SWITCH,
  Fields: lazyExport(() => import("./fields.tsx"), "SamlFields"),
  fields: [
    { name: "idp_metadata", label: "Provider metadata", codec: textCodec("written"), show: showMetadata },
    {
      name: "nameid_format",
      label: "Name ID format",
      codec: textCodec(),
      show: (value) => (typeof value === "string" && value !== "" ? formatName(value) : jsonText(value)),
    },
    { name: "force_authn", label: "Always ask", codec: flagCodec(false), show: showFlag },
    {
      name: "allow_idp_initiated",
      label: "Provider-initiated login",
      codec: flagCodec(true),
      show: showFlag,
    },
    {
      name: "authorized_groups",
      label: "Groups",
      codec: textsCodec,
      show: showList(", ", "none: anyone"),
    },
    ...SESSION_FIELDS,
  ],
  limit: limitOf,
  summary: (value) => {
    const xml = value["idp_metadata"];
    if (typeof xml !== "string" || xml === "") return UNKNOWN_SHAPE;
    return `Sign in at ${entityOf(xml) || "an identity provider"}: ${limitOf(value) ?? "anyone with an account"}`;
  },
});
