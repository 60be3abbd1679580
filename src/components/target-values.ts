import { AWS_KINDS, type AwsKind } from "#contract/aws-target.ts";
import type { EventDestinationCreate } from "#contract/event-destination.ts";
import { isJsonObject, type JsonObject } from "#forms/json.ts";
import { TARGET_WORDS } from "#resources/event-destinations.ts";
import { writtenTexts } from "#resources/texts.ts";

/** What an AWS target is called by, its field of that, and an example. */
export const ARN_FIELDS = {
  firehose: {
    field: "delivery_stream_arn",
    label: TARGET_WORDS.firehose,
    example: "arn:aws:firehose:eu-west-1:123456789012:deliverystream/events",
  },
  kinesis: {
    field: "stream_arn",
    label: TARGET_WORDS.kinesis,
    example: "arn:aws:kinesis:eu-west-1:123456789012:stream/events",
  },
  cloudwatch_logs: {
    field: "log_group_arn",
    label: TARGET_WORDS.cloudwatch_logs,
    example: "arn:aws:logs:eu-west-1:123456789012:log-group:events",
  },
} as const satisfies Record<AwsKind, { field: string; label: string; example: string }>;

export const isAws = (kind: string): kind is AwsKind => (AWS_KINDS as readonly string[]).includes(kind);

const aws = () => ({
  endpoint: "",
  auth: {
    role: { role_arn: "", endpoint: "" },
    creds: { aws_access_key_id: "", aws_secret_access_key: "" as unknown },
  },
});

/** What the form starts from: the fields of each kind, at their names on the wire. */
export const DEFAULTS = {
  description: "",
  kind: "webhook",
  login: "role",
  target: {
    webhook: { url: "", secret: "" },
    file: { name: "" },
    firehose: { delivery_stream_arn: "", ...aws() },
    kinesis: { stream_arn: "", ...aws() },
    cloudwatch_logs: { log_group_arn: "", ...aws() },
  },
  metadata: "",
};
export type Values = typeof DEFAULTS;

const given = (name: string, text: string) => (text.trim() === "" ? {} : { [name]: text.trim() });

/** What is typed in the field of a secret: it keeps what is to be done with it besides. */
function secretOf(value: unknown): string {
  if (typeof value === "string") return value;
  return isJsonObject(value) && value["mode"] === "replace" ? String(value["text"]) : "";
}

/** The chosen target alone, without what is empty. */
export function targetOf({ kind, login, target }: Pick<Values, "kind" | "login" | "target">): JsonObject {
  if (kind === "file") return { file: { name: target.file.name.trim() } };
  if (!isAws(kind)) {
    const { url, secret } = target.webhook;
    return { webhook: { url: url.trim(), ...given("secret", secret) } };
  }
  const { auth, endpoint, ...arn } = target[kind];
  const { role, creds } = auth;
  return {
    [kind]: {
      ...Object.fromEntries(Object.entries(arn).map(([field, text]) => [field, text.trim()])),
      ...given("endpoint", endpoint),
      auth:
        login === "role"
          ? { role: { role_arn: role.role_arn.trim(), ...given("endpoint", role.endpoint) } }
          : {
              creds: {
                aws_access_key_id: creds.aws_access_key_id.trim(),
                ...given("aws_secret_access_key", secretOf(creds.aws_secret_access_key)),
              },
            },
    },
  };
}

/** The request for what was typed. */
export function bodyOf(values: Values): EventDestinationCreate {
  const { description, metadata } = values;
  return { ...writtenTexts({ description, metadata }), format: "json", target: targetOf(values) };
}
