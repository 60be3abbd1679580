type More = {
  secret?: string;
  body?: string;
  url?: string;
  /** In seconds since 1970. */
  at?: number;
  /** Who made it; else Python's hmac, by the documentation that stands beside each scheme. */
  by?: string;
};
export type Row = readonly [provider: string, headers: Readonly<Record<string, string>>, more?: More];

/** Messages whose signature is over the body alone. */
export const BODY_ROWS: readonly Row[] = [
  ["aftership", { "aftership-hmac-sha256": "Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=" }],
  ["alchemy", { "x-alchemy-signature": "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" }],
  ["autodesk", { "x-adsk-signature": "sha1hash=0863193206d4580ace64f0dd5e36d490dac1007b" }],
  [
    "bitbucket",
    { "x-hub-signature": "sha256=0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" },
  ],
  [
    "bolt",
    {
      "x-bolt-hmac-sha256": "32UG2Fj5mugq1cK6o/8EprB+d0nfr0DDaBx93uc4ApY=",
      "x-bolt-hmac-sha256-pending": "Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=",
    },
  ],
  ["castle", { "x-castle-signature": "Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=" }],
  [
    "chargify",
    {
      "x-chargify-webhook-signature-hmac-sha-256":
        "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455",
    },
  ],
  [
    "circleci",
    { "circleci-signature": "v1=0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" },
  ],
  ["clearbit", { "x-request-signature": "sha1=0863193206d4580ace64f0dd5e36d490dac1007b" }],
  [
    "coinbase",
    { "x-cc-webhook-signature": "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" },
  ],
  [
    "docusign",
    {
      "x-docusign-signature-1": "fPJ42qkftC6JA7u62MuB0P4ys8DQQ2dcW5Ci2p6AUGs=",
      "x-docusign-signature-2": "Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=",
    },
  ],
  ["dropbox", { "x-dropbox-signature": "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" }],
  [
    "facebook_graph_api",
    { "x-hub-signature-256": "sha256=0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" },
  ],
  [
    "facebook_messenger",
    { "x-hub-signature-256": "sha256=0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" },
  ],
  [
    "instagram",
    { "x-hub-signature-256": "sha256=0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" },
  ],
  [
    "whatsapp",
    { "x-hub-signature-256": "sha256=0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" },
  ],
  ["heroku", { "heroku-webhook-hmac-sha256": "Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=" }],
  ["intercom", { "x-hub-signature": "sha1=0863193206d4580ace64f0dd5e36d490dac1007b" }],
  ["jira", { "x-hub-signature": "sha256=0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" }],
  ["launch_darkly", { "x-ld-signature": "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" }],
  [
    "microsoft_teams",
    { authorization: "HMAC hDjaAwtz8QcjaSIp4bOQyKAdW8gDV7W6PuWAb+pe8l0=" },
    { secret: "bm90LWEtc2VjcmV0LWp1c3QtdGVzdA==" },
  ],
  ["modern_treasury", { "x-signature": "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" }],
  ["mongodb", { "x-mms-signature": "CGMZMgbUWArOZPDdXjbUkNrBAHs=" }],
  [
    "pagerduty",
    {
      "x-pagerduty-signature":
        "v1=670d65dcf8021330e6bd787b74684524196502f3f8827925aeb0cc201881eb6f,v1=0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455",
    },
  ],
  ["pusher", { "x-pusher-signature": "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" }],
  ["sentry", { "sentry-hook-signature": "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" }],
  ["shopify", { "x-shopify-hmac-sha256": "Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=" }],
  [
    "signal_sciences",
    { "x-sigsci-signature": "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" },
  ],
  ["sonatype", { "x-nexus-webhook-signature": "0863193206d4580ace64f0dd5e36d490dac1007b" }],
  [
    "terraform",
    {
      "x-tfe-notification-signature":
        "236c721aebbe65f02573b2d347fd3ed9fdeb99dd3af6cb7b72a18c8305e90416d7b0b9f1a4a76131c2162045ac517560ad89d2f9e9a240a807b496e0901f95b8",
    },
  ],
  [
    "trendmicro_conformity",
    { "x-conformity-signature": "0666a3d16ba56d050c59e61a3a8e7af56dbd2278c2355646725e3128f0bbf455" },
  ],
  ["twitter", { "x-twitter-webhooks-signature": "sha256=Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=" }],
  ["typeform", { "typeform-signature": "sha256=Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=" }],
  ["webex", { "x-spark-signature": "0863193206d4580ace64f0dd5e36d490dac1007b" }],
  [
    "worldline",
    { "x-gcs-keyid": "key-1", "x-gcs-signature": "Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=" },
  ],
  ["xero", { "x-xero-signature": "Bmaj0WulbQUMWeYaOo569W29InjCNVZGcl4xKPC79FU=" }],
  [
    "github",
    { "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" },
    { secret: "It's a Secret to Everybody", body: "Hello, World!", by: "its documentation" },
  ],
  [
    "mongodb",
    { "endpoint-signature": "sha256=828ee180512eaf8a6229eda7eea72323f68e9c0f0093b11a578b0544c5777862" },
    { secret: "12345", body: '{"message":"MESSAGE"}', by: "its documentation" },
  ],
];
