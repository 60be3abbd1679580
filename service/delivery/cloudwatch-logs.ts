import { awsTarget, type AwsOptions } from "./aws.ts";
import { SENT, type Target, type TargetRights } from "./target.ts";

const KIB = 1_024;
/** Counted for each event beside its text. */
const EACH_BYTES = 26;
/** A batch may span 24 h, and older events are refused after some days. */
const SPAN_MS = 23 * 3_600_000;
const STREAM = "gatehouse";

const timeOf = (text: string, now: number): number => {
  const time = Date.parse((JSON.parse(text) as { event_timestamp: string }).event_timestamp);
  return Math.min(now, Math.max(now - SPAN_MS, time));
};

/** A log group: one event in JSON each, in one log stream. It takes a batch whole, in the order of times. */
export function openCloudwatchLogs(options: AwsOptions, rights: TargetRights): Target {
  const bounds = {
    whole: true,
    messagesMax: 1_000,
    bytesMax: 1_048_576 - 1_000 * EACH_BYTES,
    messageBytesMax: 256 * KIB - EACH_BYTES,
  };
  const logGroupName = options.arn.split(":")[6] ?? "";
  const place = { logGroupName, logStreamName: STREAM };
  return awsTarget(bounds, options, rights, async (config) => {
    const { CloudWatchLogsClient, CreateLogStreamCommand, PutLogEventsCommand } =
      await import("@aws-sdk/client-cloudwatch-logs");
    const client = new CloudWatchLogsClient(config);
    async function create(abortSignal: AbortSignal): Promise<void> {
      await client.send(new CreateLogStreamCommand(place), { abortSignal }).catch((error: unknown) => {
        if ((error as Error).name !== "ResourceAlreadyExistsException") throw error;
      });
    }
    return {
      destroy: () => client.destroy(),
      send: async (messages, abortSignal) => {
        const now = Date.now();
        const logEvents = messages
          .map(({ text }) => ({ message: text, timestamp: timeOf(text, now) }))
          .toSorted((a, b) => a.timestamp - b.timestamp);
        const put = () => client.send(new PutLogEventsCommand({ ...place, logEvents }), { abortSignal });
        await put().catch(async (error: unknown) => {
          if ((error as Error).name !== "ResourceNotFoundException") throw error;
          await create(abortSignal);
          return put();
        });
        return messages.map(() => SENT);
      },
    };
  });
}
