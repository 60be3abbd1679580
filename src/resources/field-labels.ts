import { capital } from "#ui/format.ts";

const TEXTS = { description: "Description", metadata: "Optional notes" };
const EDGE = { hostports: "Addresses", ...TEXTS };

/** What the fields of a resource are called where it is edited, by its kind, in the order of its form. */
export const FIELD_LABELS = {
  apiKey: { ...TEXTS, description: "Used by" },
  ipPolicy: { ...TEXTS, description: "Name" },
  ipPolicyRule: { cidr: "Range", ...TEXTS },
  httpsEdge: EDGE,
  tlsEdge: EDGE,
  tcpEdge: EDGE,
  route: { match_type: "Match type", match: "Path", ...TEXTS },
  tunnelGroupBackend: { description: "Name", labels: "Labels", metadata: TEXTS.metadata },
  certificateAuthority: { ...TEXTS, description: "Name" },
  eventSubscription: { ...TEXTS, description: "Name", sources: "Events", destinations: "Destinations" },
  eventDestination: { ...TEXTS, description: "Name" },
  credential: { ...TEXTS, description: "Used by", acl: "Can serve" },
};

const SHORT = /\b(?:ca|id|ip|pem|uri|url)\b/g;

/** What a field is called of a kind, which need not be known here. */
export function fieldLabel(kind: string | undefined, field: string): string {
  const labels: { readonly [field: string]: string } = { ...TEXTS, ...labelsOf(kind) };
  return (
    (Object.hasOwn(labels, field) ? labels[field] : undefined) ??
    capital(field.replaceAll("_", " ").replace(SHORT, (name) => name.toUpperCase()))
  );
}

const labelsOf = (kind = ""): object =>
  Object.hasOwn(FIELD_LABELS, kind) ? FIELD_LABELS[kind as keyof typeof FIELD_LABELS] : {};
