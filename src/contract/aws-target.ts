import * as z from "zod/mini";
import { byteText } from "./common.ts";
import type { ErrorName } from "./error.ts";
import { webUrl } from "./modules/fields.ts";

const PARTITIONS = ["aws", "aws-cn", "aws-us-gov"];
const REGION = /^[a-z]{2}(?:-[a-z]{2,12}){1,3}-\d{1,2}$/;
const ACCOUNT = /^\d{12}$/;

/** What names a stream or log group: where it is, and what it is called there. */
type Arn = { partition: string; service: string; region: string; account: string; resource: string };

/** The parts of a resource name; null where it has not six of them. */
export function readArn(text: string): Arn | null {
  const parts = /^arn:([^:]*):([^:]*):([^:]*):([^:]*):(.+)$/.exec(text);
  if (!parts) return null;
  const [, partition = "", service = "", region = "", account = "", resource = ""] = parts;
  return { partition, service, region, account, resource };
}

type Fault = { message: string; problem: ErrorName };

/** What is wrong with the name of a resource of one kind (protocol-facts.md#event-destinations, 5118 to 5120 and 5130). */
function faultOf(text: string, service: string, resource: RegExp, example: string): Fault | null {
  const arn = readArn(text);
  const refuse = (problem: ErrorName, message: string): Fault => ({
    problem,
    message: `${message}. Example: ${example}`,
  });
  if (!arn) return refuse("arnInvalid", "must be an ARN");
  if (!PARTITIONS.includes(arn.partition))
    return refuse("arnPartition", `must be of the partition ${PARTITIONS.join(", ")}`);
  if (arn.service !== service) return refuse("arnService", `must be of the service ${service}`);
  if (!REGION.test(arn.region) || !ACCOUNT.test(arn.account))
    return refuse("arnInvalid", "must have a region and an account of 12 digits");
  if (!resource.test(arn.resource)) return refuse("arnResource", "must name another kind of resource");
  return null;
}

function arnOf(service: string, resource: RegExp, example: string) {
  return byteText(2048, `is required. Example: ${example}`).check(
    z.check((ctx) => {
      const fault = faultOf(ctx.value, service, resource, example);
      if (!fault) return;
      const { message, problem } = fault;
      ctx.issues.push({ code: "custom", input: ctx.value, message, continue: true, params: { problem } });
    }),
  );
}

const ROLE = "arn:aws:iam::123456789012:role/events";

/** The role that is assumed to deliver (protocol-facts.md#event-destinations, 5104). */
const RoleArn = byteText(2048, `is required. Example: ${ROLE}`).check(
  z.check((ctx) => {
    const arn = readArn(ctx.value);
    const valid =
      arn !== null &&
      PARTITIONS.includes(arn.partition) &&
      arn.service === "iam" &&
      arn.region === "" &&
      ACCOUNT.test(arn.account) &&
      /^role\/[\w+=,.@/-]+$/.test(arn.resource);
    if (valid) return;
    const message = `must be the ARN of an IAM role. Example: ${ROLE}`;
    const params = { problem: "roleArnInvalid" };
    ctx.issues.push({ code: "custom", input: ctx.value, message, continue: true, params });
  }),
);

/** Where requests go instead of the vendor's public address: an endpoint of a private network, say. */
const Endpoint = z.nullish(webUrl({ secure: true, example: "https://vpce.example.com" }));

/** How a target lets the service in: exactly one member (protocol-facts.md#event-destinations, 5107 and 5116). */
const authOf = () =>
  z
    .strictObject({
      role: z.nullish(z.strictObject({ role_arn: RoleArn, endpoint: Endpoint })),
      creds: z.nullish(
        z.strictObject({
          aws_access_key_id: z
            .string()
            .check(z.regex(/^[A-Z0-9]{16,128}$/, "must have 16 to 128 capital letters or digits")),
          aws_secret_access_key: z.nullish(byteText(128).check(z.minLength(1))),
        }),
      ),
    })
    .check(
      z.check((ctx) => {
        if (ctx.issues.length > 0) return;
        const set = [ctx.value.role, ctx.value.creds].filter((one) => (one ?? null) !== null).length;
        if (set === 1) return;
        const message = set === 0 ? "must have role or creds" : "must have role or creds, not both";
        const params = { problem: set === 0 ? "targetAuthMissing" : "targetAuthsSeveral" };
        ctx.issues.push({ code: "custom", input: undefined, path: [], message, continue: true, params });
      }),
    );

const at = "arn:aws:";
const FIREHOSE = `${at}firehose:eu-west-1:123456789012:deliverystream/events`;
const KINESIS = `${at}kinesis:eu-west-1:123456789012:stream/events`;
const LOGS = `${at}logs:eu-west-1:123456789012:log-group:events`;

/** The three targets that the API documents, in requests. `endpoint` is an extension. */
export const AWS_REQUESTS = {
  firehose: z.strictObject({
    auth: authOf(),
    delivery_stream_arn: arnOf("firehose", /^deliverystream\/[\w.-]{1,64}$/, FIREHOSE),
    endpoint: Endpoint,
  }),
  kinesis: z.strictObject({
    auth: authOf(),
    stream_arn: arnOf("kinesis", /^stream\/[\w.-]{1,128}$/, KINESIS),
    endpoint: Endpoint,
  }),
  cloudwatch_logs: z.strictObject({
    auth: authOf(),
    log_group_arn: arnOf("logs", /^log-group:[\w./#-]{1,512}(?::\*)?$/, LOGS),
    endpoint: Endpoint,
  }),
};

const auth = z.looseObject({
  role: z.nullish(z.looseObject({ role_arn: z.string(), endpoint: z.nullish(z.string()) })),
  creds: z.nullish(
    z.looseObject({ aws_access_key_id: z.string(), aws_secret_access_key: z.nullish(z.string()) }),
  ),
});
const endpoint = z.nullish(z.string());

/** The same in answers: the secret of an access key is never there. */
export const AWS_ANSWERS = {
  firehose: z.nullish(z.looseObject({ auth, delivery_stream_arn: z.string(), endpoint })),
  kinesis: z.nullish(z.looseObject({ auth, stream_arn: z.string(), endpoint })),
  cloudwatch_logs: z.nullish(z.looseObject({ auth, log_group_arn: z.string(), endpoint })),
};

export type AwsKind = keyof typeof AWS_REQUESTS;
export const AWS_KINDS = Object.keys(AWS_REQUESTS) as AwsKind[];
/** A target of one of these kinds in a request. */
export type AwsRequest = {
  auth: z.output<ReturnType<typeof authOf>>;
  endpoint?: string | null | undefined;
};
