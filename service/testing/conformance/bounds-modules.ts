import { type AtBound, type Bounds, type Beyond, HALF, many, tooLong } from "./bound.ts";
import { LOGIN_BOUNDS } from "./bounds-logins.ts";
import { JWT_BOUNDS } from "./bounds-jwt.ts";

const UINT32_MORE = 4_294_967_296;

const BREAKER: Bounds = {
  accepts: [
    ["128 buckets", { num_buckets: 128 }],
    ["a share of 0", { error_threshold_percentage: 0 }],
    ["a share of 1.0", { error_threshold_percentage: 1 }],
    [
      "the largest uint32",
      { tripped_duration: 4_294_967_295, rolling_window: 4_294_967_295, volume_threshold: 4_294_967_295 },
    ],
    ["one second and one bucket", { tripped_duration: 1, rolling_window: 1, num_buckets: 1 }],
    ["no volume", { volume_threshold: 0 }],
  ],
  refuses: [
    ["129 buckets", { num_buckets: 129 }, "num_buckets"],
    ["no bucket", { num_buckets: 0 }, "num_buckets"],
    ["half a bucket", { num_buckets: 1.5 }, "num_buckets"],
    ["text for a number", { num_buckets: "10" }, "num_buckets"],
    ["a share above 1.0", { error_threshold_percentage: 1.001 }, "error_threshold_percentage"],
    ["a share below 0", { error_threshold_percentage: -0.001 }, "error_threshold_percentage"],
    ["text for a share", { error_threshold_percentage: "0.5" }, "error_threshold_percentage"],
    ...["tripped_duration", "rolling_window"].flatMap((field): Beyond[] => [
      [`${field} of 0`, { [field]: 0 }, field],
      [`${field} of part of a second`, { [field]: 1.5 }, field],
      [`${field} of more than uint32`, { [field]: UINT32_MORE }, field],
    ]),
    ["a negative volume", { volume_threshold: -1 }, "volume_threshold"],
    ["half a request", { volume_threshold: 1.5 }, "volume_threshold"],
    ["a volume of more than uint32", { volume_threshold: UINT32_MORE }, "volume_threshold"],
  ],
};

/** A list of ids that must not be empty. */
const idList = (field: string, prefix: string): Bounds => ({
  refuses: [
    ["no list", { [field]: undefined }, field],
    ["null for the list", { [field]: null }, field],
    ["an empty list", { [field]: [] }, field],
    ["101 ids", { [field]: many(101, (i) => `${prefix}_${i}`) }, field],
    ["an id twice", { [field]: [`${prefix}_1`, `${prefix}_2`, `${prefix}_1`] }, `${field}.2`],
    ["an id of another kind", { [field]: ["bkd_1"] }, `${field}.0`],
    ["a prefix without an id", { [field]: [`${prefix}_`] }, `${field}.0`],
  ],
});

const named = (count: number) => Object.fromEntries(many(count, (i) => [`x-${i}`, ""]));

const HEADERS: Bounds = {
  accepts: [
    ["100 headers", { add: named(100), remove: Object.keys(named(100)) }],
    ["a name of 256 bytes, a value of 4096", { add: { ["x".repeat(256)]: "é".repeat(2048) } }],
    ["neither", { add: null, remove: null }],
  ],
  refuses: [
    ["a name with a space", { add: { "a b": "c" } }, "add.a b"],
    ["no name", { add: { "": "c" } }, "add."],
    ["a name of 257 bytes", { add: { [tooLong(256, { ascii: true })]: "c" } }, `add.${"x".repeat(257)}`],
    ["one header in two casings", { add: { "x-a": "1", "X-A": "2" } }, "add.X-A"],
    ["101 headers", { add: named(101) }, "add"],
    ["16 KiB and more", { add: Object.fromEntries(many(5, (i) => [`x-${i}`, "v".repeat(4096)])) }, "add"],
    ["a value of 4097 bytes", { add: { "x-a": tooLong(4096) } }, "add.x-a"],
    ["a value of two lines", { add: { "x-a": "1\r\nx-b: 2" } }, "add.x-a"],
    ["a value that begins with a space", { add: { "x-a": " 1" } }, "add.x-a"],
    ["a value that ends with a space", { add: { "x-a": "1 " } }, "add.x-a"],
    ["a value of half a character", { add: { "x-a": HALF } }, "add.x-a"],
    ["a number for a value", { add: { "x-a": 1 } }, "add.x-a"],
    ["a list for a map", { add: ["x-a"] }, "add"],
    ["a name to remove with a space", { remove: ["a b"] }, "remove.0"],
    ["a name to remove of 257 bytes", { remove: [tooLong(256, { ascii: true })] }, "remove.0"],
    ["one header to remove in two casings", { remove: ["x-a", "X-A"] }, "remove.1"],
    ["101 headers to remove", { remove: Object.keys(named(101)) }, "remove"],
  ],
};

const USER_AGENTS: Bounds = {
  accepts: [["100 patterns", { allow: many(100, String), deny: null }]],
  refuses: ["allow", "deny"].flatMap((field): Beyond[] => [
    [`${field}: a pattern that does not compile`, { [field]: ["("] }, `${field}.0`],
    [`${field}: a look-ahead, which RE2 lacks`, { [field]: ["a", "(?=b)"] }, `${field}.1`],
    [`${field}: a back-reference, which RE2 lacks`, { [field]: ["(a)\\1"] }, `${field}.0`],
    [`${field}: a pattern that takes seconds to build`, { [field]: ["a{0,1000}".repeat(100)] }, `${field}.0`],
    [`${field}: an empty pattern`, { [field]: [""] }, `${field}.0`],
    [`${field}: a pattern of 1025 bytes`, { [field]: [tooLong(1024)] }, `${field}.0`],
    [`${field}: a pattern twice`, { [field]: ["a", "a"] }, `${field}.1`],
    [`${field}: 101 patterns`, { [field]: many(101, String) }, field],
  ]),
};

const POLICIES: Bounds = {
  accepts: [["a list of 100 rules", { inbound: many(100, () => ({})), outbound: [] }]],
  refuses: ["inbound", "outbound"].flatMap((way): Beyond[] => {
    const action = (change: object) => ({ [way]: { actions: [{ type: "deny", ...change }] } });
    return [
      [`101 ${way} rules`, { [way]: many(101, () => ({})) }, way],
      [`text for ${way}`, { [way]: "deny" }, way],
      [
        `an unknown field ${way}`,
        { [way]: [{}, { expression: "true" }] },
        `${way}.1.expression`,
        "fieldUnknown",
      ],
      [`an empty expression ${way}`, { [way]: { expressions: [""] } }, `${way}.expressions.0`],
      [
        `an expression of 8193 bytes ${way}`,
        { [way]: { expressions: [tooLong(8192)] } },
        `${way}.expressions.0`,
      ],
      [`a name of 256 bytes ${way}`, { [way]: { name: tooLong(255) } }, `${way}.name`],
      [`an action without a type ${way}`, action({ type: undefined }), `${way}.actions.0.type`],
      [`an action without a name ${way}`, action({ type: "" }), `${way}.actions.0.type`],
      [`an action in capitals ${way}`, action({ type: "Deny" }), `${way}.actions.0.type`],
      [
        `an action of 256 bytes ${way}`,
        action({ type: tooLong(255, { ascii: true }) }),
        `${way}.actions.0.type`,
      ],
      [`text for a config ${way}`, action({ config: "405" }), `${way}.actions.0.config`],
    ];
  }),
};

/** TLS may end upstream once what reads the traffic is off. */
const besideOff: AtBound[1] = async (world, { id = "" }) => {
  const mutual_tls = { certificate_authority_ids: [(await world.make("/certificate_authorities")).id] };
  const body = { mutual_tls: { ...mutual_tls, enabled: false }, policies: { enabled: false } };
  const { status } = await world.app.call(`PATCH /edges/tls/${id}`, { body });
  if (status !== 200) throw new Error(`PATCH of an edge answered ${status}.`);
  return { terminate_at: "upstream", min_version: null };
};

const VERSIONS: readonly Beyond[] = [
  ["an unknown version", { min_version: "0.9" }, "min_version"],
  ["a number for a version", { min_version: 1.2 }, "min_version"],
];

/** By the name of the contract. */
export const MODULE_BOUNDS: Readonly<Record<string, Bounds>> = {
  ...LOGIN_BOUNDS,
  jwt_validation: JWT_BOUNDS,
  circuit_breaker: BREAKER,
  backend: {
    refuses: [
      ["no id", { backend_id: undefined }, "backend_id"],
      ["null for the id", { backend_id: null }, "backend_id"],
      ["an id of another kind", { backend_id: "ipp_1" }, "backend_id"],
      ["a prefix without an id", { backend_id: "bkdtg_" }, "backend_id"],
    ],
  },
  ip_restriction: idList("ip_policy_ids", "ipp"),
  mutual_tls: idList("certificate_authority_ids", "ca"),
  request_headers: {
    accepts: [...(HEADERS.accepts ?? []), ["another host", { add: { Host: "a.example" }, remove: ["HOST"] }]],
    refuses: [
      ...(HEADERS.refuses ?? []),
      ["no host at all", { add: { "x-a": "1" }, remove: ["x-b", "Host"] }, "remove.1"],
    ],
  },
  response_headers: HEADERS,
  user_agent_filter: USER_AGENTS,
  policies: POLICIES,
  https_tls_termination: {
    accepts: [["no version", { min_version: null }]],
    refuses: [
      ...VERSIONS,
      ["a place for TLS to end", { terminate_at: "edge" }, "terminate_at", "fieldUnknown"],
    ],
  },
  tls_termination: {
    accepts: [
      ["upstream without a version", { terminate_at: "upstream", min_version: null }],
      ["upstream beside mutual_tls that is off", besideOff],
    ],
    refuses: [
      ...VERSIONS,
      ["upstream with a version", { terminate_at: "upstream", min_version: "1.2" }, "min_version"],
      ["an unknown place for TLS to end", { terminate_at: "agent" }, "terminate_at"],
    ],
  },
};
