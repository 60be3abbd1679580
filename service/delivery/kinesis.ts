import { awsTarget, type AwsOptions } from "./aws.ts";
import { later, SENT, type Target, type TargetRights } from "./target.ts";

const KIB = 1_024;
/** The longest partition key. */
const KEY_MAX = 256;

/** A data stream: events of one object are in one shard, in their order. It may take a part of a batch. */
export function openKinesis(options: AwsOptions, rights: TargetRights): Target {
  const bounds = {
    whole: false,
    messagesMax: 500,
    bytesMax: 5 * KIB * KIB - 500 * KEY_MAX,
    messageBytesMax: KIB * KIB - KEY_MAX,
  };
  return awsTarget(bounds, options, rights, async (config) => {
    const { KinesisClient, PutRecordsCommand } = await import("@aws-sdk/client-kinesis");
    const client = new KinesisClient(config);
    return {
      destroy: () => client.destroy(),
      send: async (messages, abortSignal) => {
        const Records = messages.map(({ text, object }) => ({
          Data: Buffer.from(text),
          PartitionKey: object.slice(0, KEY_MAX) || "-",
        }));
        const answer = await client.send(new PutRecordsCommand({ StreamARN: options.arn, Records }), {
          abortSignal,
        });
        return messages.map((_, i) => {
          const { SequenceNumber, ErrorCode } = answer.Records?.[i] ?? {};
          return SequenceNumber ? SENT : later(`The target answered ${ErrorCode ?? "without a record"}`);
        });
      },
    };
  });
}
