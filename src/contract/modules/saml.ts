import * as z from "zod/mini";
import { Enabled as Flag, filledText, optionalList } from "./fields.ts";
import { loginAnswer, loginAnswerFields, loginFields } from "./login.ts";
import { contract } from "./module-contract.ts";

/** Bound of the metadata; the family has one that it does not publish (protocol-facts.md#saml, 7080). */
export const IDP_METADATA_MAX_BYTES = 131_072;

const FORMAT_1_1 = "urn:oasis:names:tc:SAML:1.1:nameid-format:";
const FORMAT_2_0 = "urn:oasis:names:tc:SAML:2.0:nameid-format:";

/** Name id formats this service takes; the family's own list is not published (protocol-facts.md#saml, 1693). */
export const NAMEID_FORMATS = [
  `${FORMAT_2_0}persistent`,
  `${FORMAT_2_0}transient`,
  `${FORMAT_1_1}emailAddress`,
  `${FORMAT_1_1}unspecified`,
] as const;
export const NAMEID_FORMAT_DEFAULT = NAMEID_FORMATS[0];

const NameidFormat = z.enum(NAMEID_FORMATS, `must be one of ${NAMEID_FORMATS.join(", ")}`);

/**
 * PUT …/saml (api.md#saml). `idp_metadata` is the XML of an EntityDescriptor, at most 131072 bytes; that it parses is
 * checked by the service. `nameid_format` of null means the default.
 */
const SamlRequest = z.strictObject({
  ...loginFields,
  idp_metadata: filledText(IDP_METADATA_MAX_BYTES),
  force_authn: Flag,
  allow_idp_initiated: Flag,
  authorized_groups: optionalList(filledText(1024)),
  nameid_format: z.nullish(NameidFormat),
});

/** What the identity provider must be told of this route (protocol-facts.md#saml): made by the service, never sent to it. */
export const SAML_MADE_FIELDS = [
  "entity_id",
  "assertion_consumer_service_url",
  "single_logout_url",
  "metadata_url",
  "request_signing_certificate_pem",
] as const;
export type SamlMade = Record<(typeof SAML_MADE_FIELDS)[number], string>;

/** The five made fields of a route whose SAML endpoints are below `base`, a URL that holds the route's id. */
export function samlMade(base: string, certificatePem: string): SamlMade {
  return {
    entity_id: base,
    assertion_consumer_service_url: `${base}/acs`,
    single_logout_url: `${base}/slo`,
    metadata_url: base,
    request_signing_certificate_pem: certificatePem,
  };
}

const made = z.nullish(z.string());

const Saml = z.looseObject({
  ...loginAnswerFields,
  idp_metadata: z.nullish(z.string()),
  force_authn: z.nullish(z.boolean()),
  allow_idp_initiated: z.nullish(z.boolean()),
  authorized_groups: z.nullish(z.array(z.string())),
  nameid_format: z.nullish(z.string()),
  entity_id: made,
  assertion_consumer_service_url: made,
  single_logout_url: made,
  metadata_url: made,
  request_signing_certificate_pem: made,
});

function madeFields(...sources: (object | undefined)[]): SamlMade {
  const values: Record<string, unknown> = Object.assign({}, ...sources);
  const text = (field: keyof SamlMade) => {
    const value = values[field];
    return typeof value === "string" ? value : "";
  };
  return {
    entity_id: text("entity_id"),
    assertion_consumer_service_url: text("assertion_consumer_service_url"),
    single_logout_url: text("single_logout_url"),
    metadata_url: text("metadata_url"),
    request_signing_certificate_pem: text("request_signing_certificate_pem"),
  };
}

/** Fields of answers that no request may hold; the last is of 2024's answers only. */
const NOT_SENT = new Set<string>([...SAML_MADE_FIELDS, "idp_metadata_url"]);

const EXAMPLE_METADATA = [
  '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com">',
  '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
  '<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/sso"/>',
  "</IDPSSODescriptor></EntityDescriptor>",
].join("");

export const samlContract = contract({
  kind: "saml",
  owners: ["route"],
  title: "SAML",
  purpose: "Sign in with a SAML identity provider",
  role: "login",
  group: "Access",
  readsTraffic: true,
  errors: ["samlMetadataInvalid"],
  request: SamlRequest,
  answer: Saml,
  toAnswer: (request, context) => ({
    ...loginAnswer(request, ""),
    idp_metadata: request.idp_metadata,
    force_authn: request.force_authn ?? false,
    allow_idp_initiated: request.allow_idp_initiated ?? true,
    authorized_groups: request.authorized_groups ?? [],
    nameid_format: request.nameid_format ?? NAMEID_FORMAT_DEFAULT,
    ...madeFields(context.previous, context.made),
  }),
  toRequest: (answer) => Object.fromEntries(Object.entries(answer).filter(([field]) => !NOT_SENT.has(field))),
  example: {
    enabled: true,
    idp_metadata: EXAMPLE_METADATA,
    force_authn: false,
    allow_idp_initiated: true,
    authorized_groups: ["operators"],
    nameid_format: NAMEID_FORMAT_DEFAULT,
    options_passthrough: false,
    cookie_prefix: "",
    inactivity_timeout: 0,
    maximum_duration: 0,
  },
});
