import type { Row } from "./webhook-body-rows.ts";

/** Messages whose time is signed. */
export const TIMED_ROWS: readonly Row[] = [
  [
    "airship",
    {
      "x-ua-timestamp": "1700000000",
      "x-ua-signature": "1de28e16aee4f6b56a3254da8f0b81c78f116908dc45ab9454e44dbdb0988bc8",
    },
  ],
  [
    "brex",
    {
      "webhook-id": "msg_1",
      "webhook-timestamp": "1700000000",
      "webhook-signature":
        "v1,GTg0SESEiKD2dTJb/iy0FUT1eSJS5ZbJR48VciLcGKY= v1,w+NQmGtNpd5cqHQJCjCmnCwtE6g1dDudk+RU4GShyZE=",
    },
    { secret: "bm90LWEtc2VjcmV0LWp1c3QtdGVzdA==" },
  ],
  [
    "clerk",
    {
      "svix-id": "msg_1",
      "svix-timestamp": "1700000000",
      "svix-signature":
        "v1,GTg0SESEiKD2dTJb/iy0FUT1eSJS5ZbJR48VciLcGKY= v1,w+NQmGtNpd5cqHQJCjCmnCwtE6g1dDudk+RU4GShyZE=",
    },
    { secret: "whsec_bm90LWEtc2VjcmV0LWp1c3QtdGVzdA==" },
  ],
  [
    "buildkite",
    {
      "x-buildkite-signature":
        "timestamp=1700000000,signature=7159b238ac26a4aa34b07a0138e0b1db30da7f70ba43452246b8722c6894337a",
    },
  ],
  [
    "calendly",
    {
      "calendly-webhook-signature":
        "t=1700000000,v1=7159b238ac26a4aa34b07a0138e0b1db30da7f70ba43452246b8722c6894337a",
    },
  ],
  [
    "frameio",
    {
      "x-frameio-request-timestamp": "1700000000",
      "x-frameio-signature": "v0=372263a69ba44923680e3d3f11317fed0b22fdda708c59bfff742b2b19c83c33",
    },
  ],
  [
    "go1",
    { "go1-signature": "t=1700000000,s=7159b238ac26a4aa34b07a0138e0b1db30da7f70ba43452246b8722c6894337a" },
  ],
  [
    "hostedhooks",
    {
      "hostedhooks-signature":
        "t=1700000000, s=7159b238ac26a4aa34b07a0138e0b1db30da7f70ba43452246b8722c6894337a",
    },
  ],
  [
    "hubspot",
    {
      "x-hubspot-request-timestamp": "1700000000000",
      "x-hubspot-signature-v3": "SuDabkoi4z1W8iN2/MbiTNsD4BF23Gwq1hJWuvIHeCw=",
    },
    { url: "https://hooks.example/v1/in?to=a%40b.example" },
  ],
  [
    "linear",
    { "linear-signature": "a744f52c48fa31c5e6b2098b461535ce8f26e57d129a45d2789e2788e224b264" },
    { body: '{"action":"create","webhookTimestamp":1700000000000}' },
  ],
  [
    "mailgun",
    {},
    {
      body: '{"signature":{"timestamp":"1700000000","token":"a8ce0edb2dd8301dee6c2405235584e45aa91d1e","signature":"4218f0bc4a100607260d09b2ecc202df14694b075e41c5e555375eb276af74af"},"event-data":{"event":"opened"}}',
    },
  ],
  [
    "mux",
    { "mux-signature": "t=1700000000,v1=7159b238ac26a4aa34b07a0138e0b1db30da7f70ba43452246b8722c6894337a" },
  ],
  [
    "orb",
    {
      "x-orb-timestamp": "2023-11-14T22:13:20.000",
      "x-orb-signature": "v1=bab7041512357a118129e553f61553f96ea5b4b6ebe0f0e27375528affa6d2d5",
    },
  ],
  [
    "pinwheel",
    {
      "x-timestamp": "1700000000",
      "x-pinwheel-signature": "v2=c75e76da0ed676d2705adbed07a3602505a3f6af785cfef12074268dc7d2cfc6",
    },
  ],
  [
    "stripe",
    {
      "stripe-signature":
        "t=1700000000,v1=67f3a434f5956a495389695ba8067498dabae83c536514e9e59b93a56023163b,v1=7159b238ac26a4aa34b07a0138e0b1db30da7f70ba43452246b8722c6894337a,v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39",
    },
  ],
  [
    "tiktok",
    { "tiktok-signature": "t=1700000000,s=7159b238ac26a4aa34b07a0138e0b1db30da7f70ba43452246b8722c6894337a" },
  ],
  [
    "zendesk",
    {
      "x-zendesk-webhook-signature-timestamp": "2023-11-14T22:13:20Z",
      "x-zendesk-webhook-signature": "DWEejPGXxw5lFny10YZ6vnE3Ey/56zSugltTLma4UJ4=",
    },
  ],
  [
    "zoom",
    {
      "x-zm-request-timestamp": "1700000000",
      "x-zm-signature": "v0=372263a69ba44923680e3d3f11317fed0b22fdda708c59bfff742b2b19c83c33",
    },
  ],
  [
    "contentful",
    {
      "x-contentful-signature": "1f4ce2fa07f379a78fdf0bfc163bc6f31cc74ccbebee052d5c2b60cf2fd7ab99",
      "x-contentful-signed-headers": "x-contentful-signed-headers,x-contentful-timestamp,x-contentful-topic",
      "x-contentful-timestamp": "1700000000000",
      "x-contentful-topic": "ContentManagement.Entry.publish",
    },
    {
      secret: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      url: "https://hooks.example/v1/in?a=1&b=2",
      by: "@contentful/node-apps-toolkit 3.16.1",
    },
  ],
  [
    "graphcms",
    { "gcms-signature": "sign=KoQ3L3jJa3REvgxXYiaYICdTPOK7HiJNQ3lQTQLZeso=, env=master, t=1700000000000" },
    { secret: "rCNwyiloY3oJYYkxgpBXaleIiUv5MYlx", by: "@hygraph/utils 1.2.1" },
  ],
  [
    "box",
    {
      "box-delivery-timestamp": "2020-01-01T00:00:00-07:00",
      "box-signature-primary": "6TfeAW3A1PASkgboxxA5yqHNKOwFyMWuEXny/FPD5hI=",
      "box-signature-secondary": "v+1CD1Jdo3muIcbpv5lxxgPglOqMfsNHPV899xWYydo=",
    },
    {
      secret: "SampleSecondaryKey",
      body: '{"type":"webhook_event","webhook":{"id":"1234567890"},"trigger":"FILE.UPLOADED","source":{"id":"1234567890","type":"file","name":"Test.txt"}}',
      at: 1577862000,
      by: "its documentation",
    },
  ],
  [
    "slack",
    {
      "x-slack-request-timestamp": "1531420618",
      "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    },
    {
      secret: "8f742231b10e8888abcd99yyyzzz85a5",
      body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
      at: 1531420618,
      by: "its documentation",
    },
  ],
  [
    "svix",
    {
      "svix-id": "msg_loFOjxBNrRLzqYUf",
      "svix-timestamp": "1731705121",
      "svix-signature": "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
    },
    {
      secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
      body: '{"event_type":"ping","data":{"success":true}}',
      at: 1731705121,
      by: "its documentation",
    },
  ],
];
