import { randomBytes } from "node:crypto";
import { AWS_KINDS, type AwsKind, type AwsRequest } from "#contract/aws-target.ts";
import type { Target, TargetRequest } from "#contract/event-target.ts";
import { faulty } from "../errors.ts";
import type { Row } from "../store/rows.ts";

/** A key of the vendor as it is stored. */
type Creds = { aws_access_key_id: string; aws_secret_access_key: string };
/** How a target of the vendor lets the service in: one of them. */
export type StoredAuth = { role?: { role_arn: string; endpoint?: string }; creds?: Creds };
type StoredAws<Name extends string> = { auth: StoredAuth; endpoint?: string } & Record<Name, string>;

/** A target as it is stored, secrets included: one member. */
export type StoredTarget = {
  firehose?: StoredAws<"delivery_stream_arn">;
  kinesis?: StoredAws<"stream_arn">;
  cloudwatch_logs?: StoredAws<"log_group_arn">;
  webhook?: { url: string; secret: string };
  file?: { name: string };
};

/** What is stored of a destination's target. */
export const readTarget = ({ target }: Pick<Row<"eventDestination">, "target">): StoredTarget =>
  JSON.parse(target) as StoredTarget;

function awsWire<Name extends string>(stored: StoredAws<Name> | undefined) {
  if (!stored) return null;
  const { role, creds } = stored.auth;
  const auth = { role: role ?? null, creds: creds ? { aws_access_key_id: creds.aws_access_key_id } : null };
  return { ...stored, auth };
}

/** A target as it is answered: no secret, and null for what it is not. */
export function targetWire({ firehose, kinesis, cloudwatch_logs, webhook, file }: StoredTarget): Target {
  return {
    firehose: awsWire(firehose),
    kinesis: awsWire(kinesis),
    cloudwatch_logs: awsWire(cloudwatch_logs),
    webhook: webhook ? { url: webhook.url } : null,
    file: file ?? null,
  };
}

/** What events have where a key has its secret (protocol-facts.md#event-destinations). */
const PLACEHOLDER = "<SECRET_ACCESS_KEY>";

/** A target as its events have it. */
export function targetInEvents(target: Target): Target {
  const kind = AWS_KINDS.find((one) => target[one]?.auth.creds);
  const stream = kind && target[kind];
  if (!stream) return target;
  const creds = { ...stream.auth.creds, aws_secret_access_key: PLACEHOLDER };
  return { ...target, [kind]: { ...stream, auth: { ...stream.auth, creds } } };
}

/** A key as Standard Webhooks writes it. */
const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

function awsToStore(kind: AwsKind, { auth, endpoint, ...names }: AwsRequest, before?: StoredAuth): object {
  const { role, creds } = auth;
  const at = endpoint ? { endpoint } : {};
  if (role) {
    const { role_arn, endpoint: asked } = role;
    return { ...names, ...at, auth: { role: { role_arn, ...(asked && { endpoint: asked }) } } };
  }
  const { aws_access_key_id, aws_secret_access_key } = creds ?? { aws_access_key_id: "" };
  const same = before?.creds?.aws_access_key_id === aws_access_key_id;
  const secret = aws_secret_access_key ?? (same ? before.creds?.aws_secret_access_key : undefined);
  if (secret === undefined) {
    const path = ["target", kind, "auth", "creds", "aws_secret_access_key"];
    throw faulty("valueInvalid", [{ path, message: "is required: the secret of this access key" }]);
  }
  return { ...names, ...at, auth: { creds: { aws_access_key_id, aws_secret_access_key: secret } } };
}

/** A target to store: a secret that is left out stays as it was `before`, or is created. @throws ApiProblem 400 where it can’t be. */
export function targetToStore(target: TargetRequest, before?: StoredTarget): StoredTarget {
  const { webhook, file } = target;
  const kind = AWS_KINDS.find((one) => target[one]);
  const stream = kind && target[kind];
  if (stream) return { [kind]: awsToStore(kind, stream, before?.[kind]?.auth) };
  if (webhook)
    return {
      webhook: { url: webhook.url, secret: webhook.secret ?? before?.webhook?.secret ?? newSecret() },
    };
  return file ? { file } : {};
}
