import type { Beyond, Bounds } from "./bound.ts";
import type { Refusals } from "./refusal.ts";
import type { World } from "./world.ts";

/** A kind of target is chosen once, so only a new destination takes it. */
export const made = (change: object) => async (_: World, ids: Readonly<Record<string, string>>) =>
  ids["id"] === undefined ? change : {};

const AT = "eu-west-1:123456789012";
const ROLE = { role: { role_arn: "arn:aws:iam::123456789012:role/path/events" } };
const KEY = { aws_access_key_id: "AKIAIOSFODNN7EXAMPLE", aws_secret_access_key: "x".repeat(40) };
const firehose = (change: object) => ({
  target: {
    firehose: {
      auth: ROLE,
      delivery_stream_arn: `arn:aws:firehose:${AT}:deliverystream/events`,
      ...change,
    },
  },
});
const stream = (what: string, delivery_stream_arn: string, problem: NonNullable<Beyond[3]>): Beyond => [
  what,
  firehose({ delivery_stream_arn }),
  "target.firehose.delivery_stream_arn",
  problem,
];
const role = (what: string, role_arn: string): Beyond => [
  what,
  firehose({ auth: { role: { role_arn } } }),
  "target.firehose.auth.role.role_arn",
  "roleArnInvalid",
];
/** Bounds of the targets that the family documents. */
export const AWS_BOUNDS: Required<Bounds> = {
  accepts: [
    ["a delivery stream by a role", made(firehose({ endpoint: "https://vpce.example/" }))],
    [
      "a data stream by a key",
      made({
        target: {
          kinesis: {
            auth: { creds: KEY },
            stream_arn: `arn:aws-cn:kinesis:cn-north-1:123456789012:stream/a.b_c-d`,
          },
        },
      }),
    ],
    [
      "a log group",
      made({
        target: {
          cloudwatch_logs: {
            auth: ROLE,
            log_group_arn: `arn:aws-us-gov:logs:us-gov-west-1:123456789012:log-group:/a/b:*`,
          },
        },
      }),
    ],
  ],
  refuses: [
    ["no way in", firehose({ auth: {} }), "target.firehose.auth", "targetAuthMissing"],
    [
      "two ways in",
      firehose({ auth: { ...ROLE, creds: KEY } }),
      "target.firehose.auth",
      "targetAuthsSeveral",
    ],
    ["a way in left away", firehose({ auth: undefined }), "target.firehose.auth"],
    role("a role that is none", "events"),
    role("a role of a service", "arn:aws:s3:::role/events"),
    role("a user for a role", "arn:aws:iam::123456789012:user/events"),
    [
      "a key in lower case",
      firehose({ auth: { creds: { ...KEY, aws_access_key_id: "a".repeat(20) } } }),
      "target.firehose.auth.creds.aws_access_key_id",
    ],
    [
      "a secret of 129 bytes",
      firehose({ auth: { creds: { ...KEY, aws_secret_access_key: "x".repeat(129) } } }),
      "target.firehose.auth.creds.aws_secret_access_key",
    ],
    ["an endpoint over http", firehose({ endpoint: "http://a.example/" }), "target.firehose.endpoint"],
    stream("an ARN that is none", "events", "arnInvalid"),
    stream(
      "a region that leads elsewhere",
      "arn:aws:firehose:evil.example/:123456789012:deliverystream/a",
      "arnInvalid",
    ),
    stream(
      "an account of 11 digits",
      "arn:aws:firehose:eu-west-1:12345678901:deliverystream/a",
      "arnInvalid",
    ),
    stream("an unknown partition", `arn:gcp:firehose:${AT}:deliverystream/a`, "arnPartition"),
    stream("a data stream’s ARN", `arn:aws:kinesis:${AT}:stream/a`, "arnService"),
    stream("another kind of resource", `arn:aws:firehose:${AT}:stream/a`, "arnResource"),
    [
      "a delivery stream for a data stream",
      { target: { kinesis: { auth: ROLE, stream_arn: `arn:aws:firehose:${AT}:deliverystream/a` } } },
      "target.kinesis.stream_arn",
      "arnService",
    ],
    [
      "a log stream for a log group",
      {
        target: {
          cloudwatch_logs: { auth: ROLE, log_group_arn: `arn:aws:logs:${AT}:log-group:a:log-stream:b` },
        },
      },
      "target.cloudwatch_logs.log_group_arn",
      "arnResource",
    ],
  ],
};
export const AWS_REFUSALS: Refusals = {
  "POST /event_destinations": [
    [
      "valueInvalid",
      "an access key without its secret",
      async () => ({
        sent: { body: firehose({ auth: { creds: { aws_access_key_id: KEY.aws_access_key_id } } }) },
        at: "target.firehose.auth.creds.aws_secret_access_key",
      }),
    ],
  ],
};
