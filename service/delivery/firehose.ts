import { awsTarget, type AwsOptions } from "./aws.ts";
import { later, SENT, type Target, type TargetRights } from "./target.ts";

const KIB = 1_024;

/** A delivery stream: one event in JSON a line. It may take a part of a batch. */
export function openFirehose(options: AwsOptions, rights: TargetRights): Target {
  const bounds = {
    whole: false,
    messagesMax: 500,
    bytesMax: 4 * KIB * KIB - 500,
    messageBytesMax: 1_000 * KIB - 1,
  };
  return awsTarget(bounds, options, rights, async (config) => {
    const { FirehoseClient, PutRecordBatchCommand } = await import("@aws-sdk/client-firehose");
    const client = new FirehoseClient(config);
    const DeliveryStreamName = options.arn.slice(options.arn.lastIndexOf("/") + 1);
    return {
      destroy: () => client.destroy(),
      send: async (messages, abortSignal) => {
        const Records = messages.map(({ text }) => ({ Data: Buffer.from(`${text}\n`) }));
        const answer = await client.send(new PutRecordBatchCommand({ DeliveryStreamName, Records }), {
          abortSignal,
        });
        return messages.map((_, i) => {
          const { RecordId, ErrorCode } = answer.RequestResponses?.[i] ?? {};
          return RecordId ? SENT : later(`The target answered ${ErrorCode ?? "without a record"}`);
        });
      },
    };
  });
}
