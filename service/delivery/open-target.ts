import { openCloudwatchLogs } from "./cloudwatch-logs.ts";
import { openFirehose } from "./firehose.ts";
import { openKinesis } from "./kinesis.ts";
import type { StoredTarget } from "./stored-target.ts";
import { openFileTarget } from "./file.ts";
import type { Target, TargetRights } from "./target.ts";
import { openWebhook } from "./webhook.ts";

/** Opens what a destination stands for. */
export function openTarget(
  { firehose, kinesis, cloudwatch_logs: logs, webhook, file }: StoredTarget,
  rights: TargetRights,
): Target {
  if (firehose) return openFirehose({ ...firehose, arn: firehose.delivery_stream_arn }, rights);
  if (kinesis) return openKinesis({ ...kinesis, arn: kinesis.stream_arn }, rights);
  if (logs) return openCloudwatchLogs({ ...logs, arn: logs.log_group_arn }, rights);
  if (webhook) return openWebhook(webhook, rights);
  if (file) return openFileTarget(file, rights);
  throw new Error("The destination has no target.");
}
