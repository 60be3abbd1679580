import { contractOf } from "#contract/modules/contracts.ts";
import { mutualTlsContract } from "#contract/modules/mutual-tls.ts";
import { testCertificate } from "../test-certificate.ts";
import { type AtBound, type Beyond, type Bounds, HALF, many, tooLong } from "./bound.ts";
import { NO_ID } from "./refusal.ts";
import { fill, ROUTES, routeIds, type World } from "./world.ts";

const owner: readonly Beyond[] = [
  ["an owner of another kind", { owner_id: "ak_1" }, "owner_id"],
  ["an owner nobody knows", { owner_id: `usr_${NO_ID}` }, "owner_id"],
];

const acl = (what: string, rule: string): Beyond => [what, { acl: [rule] }, "acl.0", "aclInvalid"];
const CREDENTIAL: Bounds = {
  accepts: [
    [
      "rules of every sort",
      { acl: ["*", "bind:*.a.example", "bind:a.example:65535", "bind:1.2.3.4:22", "bind:app=shop"] },
    ],
    ["one label in two casings", { acl: ["bind:app=Shop", "bind:app=shop"] }],
  ],
  refuses: [
    ...owner,
    acl("an unknown rule", "allow:x"),
    acl("a rule without what it is about", "bind:"),
    acl("a label without its value", "bind:app="),
    acl("a label without its name", "bind:=shop"),
    acl("a wildcard within", "bind:a.*.example"),
    acl("a wildcard in a part", "bind:a*.example"),
    acl("a wildcard alone", "bind:*"),
    acl("a domain with an underscore", "bind:a_b.example"),
    acl("port 65536", "bind:a.example:65536"),
    acl("port 0", "bind:a.example:0"),
    ["a rule of 256 bytes", { acl: [`bind:a=${"x".repeat(249)}`] }, "acl.0"],
    ["a rule of half a character", { acl: [`bind:a=${HALF}`] }, "acl.0"],
    ["one rule in two casings", { acl: ["bind:a.example", "bind:A.example"] }, "acl.1"],
    ["text for the rules", { acl: "*" }, "acl"],
  ],
};

/** What the resource has in a field already; nothing for one that is being made. */
const ownField =
  (path: string, field: string) =>
  async ({ app }: World, ids: Readonly<Record<string, string>>): Promise<object> => {
    if (ids["id"] === undefined) return {};
    const { body } = await app.call<Record<string, unknown>>(`GET ${fill(path, ids)}`);
    return { [field]: body[field] };
  };

const cidr = (what: string, text: string, problem: NonNullable<Beyond[3]> = "cidrInvalid"): Beyond => [
  what,
  { cidr: text },
  "cidr",
  problem,
];
const RULE: Bounds = {
  accepts: [
    ["every address", { cidr: "0.0.0.0/0" }],
    ["one address", { cidr: "2001:db8::1/128" }],
    [
      "the same range in another policy",
      async (world) => ({ cidr: (await world.make("/ip_policy_rules"))["cidr"] }),
    ],
    ["its own range again", ownField("/ip_policy_rules/{id}", "cidr")],
  ],
  refuses: [
    cidr("host bits", "10.0.0.1/8", "cidrNotLowest"),
    cidr("host bits of IPv6", "2001:db8::1/32", "cidrNotLowest"),
    cidr("no mask", "10.0.0.0", "cidrMaskMissing"),
    cidr("no mask of IPv6", "2001:db8::", "cidrMaskMissing"),
    cidr("no address", "office"),
    cidr("an empty range", ""),
    cidr("two masks", "10.0.0.0/8/8"),
    cidr("a mask beyond IPv4", "10.0.0.0/33"),
    cidr("a mask beyond IPv6", "2001:db8::/129"),
    cidr("a mask that is no number", "10.0.0.0/a"),
    cidr("a mask with a zero before it", "10.0.0.0/08"),
    cidr("an address with a zero before it", "010.0.0.0/8"),
    cidr("an address of three parts", "10.0.0/24"),
    cidr("a number beyond 255", "10.0.256.0/24"),
    cidr("a zone", "fe80::%eth0/64"),
    cidr("IPv4 written as IPv6", "::ffff:10.0.0.0/104"),
    ["no range", { cidr: undefined }, "cidr"],
    ["an unknown action", { action: "drop" }, "action"],
    ["no action", { action: undefined }, "action"],
    ["no policy", { ip_policy_id: undefined }, "ip_policy_id"],
    ["a policy of another kind", { ip_policy_id: "ipr_1" }, "ip_policy_id"],
  ],
};

const pem = await testCertificate();
const authority = (what: string, ca_pem: string | undefined): Beyond => [what, { ca_pem }, "ca_pem"];
const AUTHORITY: Bounds = {
  accepts: [
    ["an authority without key usages", { ca_pem: await testCertificate({ usages: null }) }],
    ["text around the certificate", { ca_pem: `Subject: CN=a\n${pem}\n` }],
  ],
  refuses: [
    authority("no PEM", "x"),
    authority("the PEM left out", undefined),
    authority("an empty PEM", ""),
    authority("a PEM of 65537 bytes", pem.padEnd(65_537)),
    authority("two certificates", `${pem}\n${pem}`),
    authority(
      "a private key beside it",
      `${pem}\n-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----`,
    ),
    authority("a certificate that ends early", pem.replace(/\n.*\n(?=-----END)/, "\n")),
    authority("one that may sign no others", await testCertificate({ ca: false })),
    authority("one that does not say whether it may", await testCertificate({ ca: null })),
    authority("one whose key may sign no others", await testCertificate({ usages: ["digitalSignature"] })),
  ],
};

const BACKEND: Bounds = {
  accepts: [
    ["100 labels", { labels: Object.fromEntries(many(100, (i) => [`l${i}`, "v"])) }],
    ["255 bytes", { labels: { ["x".repeat(255)]: "x".repeat(255) } }],
  ],
  refuses: [
    ["labels left out", { labels: undefined }, "labels"],
    ["no label", { labels: {} }, "labels"],
    ["101 labels", { labels: Object.fromEntries(many(101, (i) => [`l${i}`, "v"])) }, "labels"],
    ["a label without a name", { labels: { "": "v" } }, "labels."],
    ["a label without a value", { labels: { app: "" } }, "labels.app"],
    ["a name of 256 bytes", { labels: { [tooLong(255)]: "v" } }, `labels.${tooLong(255)}`],
    ["a value of 256 bytes", { labels: { app: tooLong(255) } }, "labels.app"],
    ["a value of half a character", { labels: { app: HALF } }, "labels.app"],
    ["a number for a value", { labels: { app: 1 } }, "labels.app"],
  ],
};

const hostport = (what: string, text: string): Beyond => [what, { hostports: [text] }, "hostports.0"];
const hosts = (port: number) => (count: number) => many(count, (i) => `m${i}.many${port}.example:${port}`);
const hostports = (kind: string, of: (count: number) => string[]): Bounds => ({
  accepts: [
    ["no hostport", { hostports: [] }],
    ["its own hostport again", ownField(`/edges/${kind}/{id}`, "hostports")],
  ],
  refuses: [
    hostport("no port", "a.example"),
    hostport("no host", ":443"),
    hostport("capitals", "A.example:443"),
    hostport("a URL", "https://a.example:443"),
    hostport("an underscore", "a_b.example:443"),
    hostport("two periods", "a..example:443"),
    hostport("a part of 64 characters", `${"x".repeat(64)}.example:443`),
    hostport("a host of 254 characters", `${"abcdefghi.".repeat(25)}abcd:443`),
    ["a hostport twice", { hostports: [...of(1), ...of(1)] }, "hostports.1"],
    ["101 hostports", { hostports: of(101) }, "hostports"],
    ["text for the list", { hostports: "a.example:443" }, "hostports"],
  ],
});
const WEB: readonly Beyond[] = [
  hostport("another port than 443", "a.example:8443"),
  hostport("a wildcard within", "a.*.example:443"),
];
const TCP: readonly Beyond[] = [
  hostport("port 65536", "a.example:65536"),
  hostport("port 0", "a.example:0"),
  hostport("a wildcard", "*.example:443"),
];

const off = (kind: "oauth" | "oidc" | "saml") => ({
  ...(contractOf("route", kind).example as object),
  enabled: false,
});
const upstream = { terminate_at: "upstream" };
const HIDDEN: readonly AtBound[] = [
  [
    "TLS that ends upstream beside modules that are off",
    {
      tls_termination: upstream,
      mutual_tls: { ...mutualTlsContract.example, enabled: false },
      policies: { enabled: false },
    },
  ],
  [
    "TLS that ends upstream, switched off, beside policies",
    { tls_termination: { ...upstream, enabled: false }, policies: {} },
  ],
];

/** Of a route's own fields; its modules are in bounds-modules.ts. */
export const ROUTE_BOUNDS: Bounds = {
  accepts: [
    ["a match of 2048 bytes", { match: `/${"x".repeat(2047)}` }],
    ["its own match again", ownField(`${ROUTES}/{id}`, "match")],
    [
      "the match of a route of another edge",
      async (world) => ({ match: (await world.make(ROUTES, await routeIds(world)))["match"] }),
    ],
    [
      "a login module beside one that is off",
      { oauth: { ...off("oauth"), enabled: true }, saml: off("saml") },
    ],
    ["a login module beside one that is null", { oidc: { ...off("oidc"), enabled: true }, saml: null }],
  ],
  refuses: [
    ["no match", { match: undefined }, "match"],
    ["an empty match", { match: "" }, "match"],
    ["a match without /", { match: "x" }, "match"],
    ["a match of 2049 bytes", { match: `/${tooLong(2047)}` }, "match"],
    ["a match with a space", { match: "/a b" }, "match"],
    ["a match with a control character", { match: "/a\u0001" }, "match"],
    ["a match with a query", { match: "/a?x=1" }, "match"],
    ["a match with a fragment", { match: "/a#b" }, "match"],
    ["a match with a doubled slash", { match: "/a//b" }, "match"],
    ["a match with a dot segment", { match: "/a/./b" }, "match"],
    ["a match with an encoded dot segment", { match: "/a/%2E%2e" }, "match"],
    ["a match of half a character", { match: `/${HALF}` }, "match"],
    ["no match_type", { match_type: undefined }, "match_type"],
    ["an unknown match_type", { match_type: "regex" }, "match_type"],
  ],
};

/** By collection, of POST; and of PATCH as far as it has the fields. */
export const RESOURCE_BOUNDS = {
  "/api_keys": { refuses: owner },
  "/credentials": CREDENTIAL,
  "/ip_policies": {},
  "/ip_policy_rules": RULE,
  "/certificate_authorities": AUTHORITY,
  "/backends/tunnel_group": BACKEND,
} as const satisfies Readonly<Record<string, Bounds>>;

const withRows = ({ accepts = [], refuses = [] }: Bounds, more: Bounds): Bounds => ({
  accepts: [...accepts, ...(more.accepts ?? [])],
  refuses: [...refuses, ...(more.refuses ?? [])],
});

/** Of an edge's own fields, by its kind; its modules are in bounds-modules.ts. */
export const EDGE_BOUNDS = {
  https: withRows(hostports("https", hosts(443)), { refuses: WEB }),
  tls: withRows(hostports("tls", hosts(443)), { refuses: WEB, accepts: HIDDEN }),
  tcp: withRows(hostports("tcp", hosts(20_001)), { refuses: TCP }),
} as const;
