import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Event } from "#contract/event.ts";
import { checkSignature } from "./aws-signature.ts";

/** What goes wrong with a request: it is refused, half of it is, or it is cut off before or after it was taken. */
export type AwsFault = "throttled" | "half" | "cut before" | "cut after" | null;

type Answer = { status: number; body: object | string };
type Records = { Data: string; PartitionKey?: string }[];

/** Speaks the wire protocols of a delivery stream, a data stream, a log group and the token service, with their limits. */
export type AwsReceiver = {
  url: string;
  /** The keys that it knows: id → secret. */
  keys: Map<string, string>;
  /** What it took, in the order in which it came, with its partition key. */
  received: { event: Event; key?: string }[];
  /** Messages of each batch that it took. */
  batches: number[];
  /** What was wrong with requests. */
  refusals: string[];
  /** Roles that were assumed, and the external ids. */
  assumed: string[];
  fault: () => AwsFault;
  close: () => void;
};

const STREAM = "gatehouse";
const DAY_MS = 86_400_000;
const refuse = (type: string, status = 400): Answer => ({ status, body: { __type: type, message: "No." } });
const textOf = (data: string): string => Buffer.from(data, "base64").toString();

export async function startAwsReceiver(): Promise<AwsReceiver> {
  const streams = new Set<string>();
  const receiver: AwsReceiver = {
    url: "",
    keys: new Map(),
    received: [],
    batches: [],
    refusals: [],
    assumed: [],
    fault: () => null,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  function put(records: Records, fault: AwsFault, most: { all: number; each: number }): boolean[] | null {
    const sizes = records.map(({ Data, PartitionKey = "" }) =>
      Buffer.byteLength(textOf(Data) + PartitionKey),
    );
    const all = sizes.reduce((sum, size) => sum + size, 0);
    if (records.length === 0 || records.length > 500 || all > most.all || Math.max(...sizes) > most.each)
      return null;
    const taken = records.map((_, i) => fault !== "half" || i % 2 === 0);
    for (const [i, { Data, PartitionKey }] of records.entries()) {
      const event = JSON.parse(textOf(Data)) as Event;
      if (taken[i])
        receiver.received.push({ event, ...(PartitionKey !== undefined && { key: PartitionKey }) });
    }
    receiver.batches.push(records.length);
    return taken;
  }

  function toFirehose({ Records }: { Records: Records }, fault: AwsFault): Answer {
    const taken = put(Records, fault, { all: 4 * 1_048_576, each: 1_024_000 });
    if (!taken) return refuse("InvalidArgumentException");
    const RequestResponses = taken.map((one, i) =>
      one ? { RecordId: `r${i}` } : { ErrorCode: "ServiceUnavailableException", ErrorMessage: "Slow down." },
    );
    return { status: 200, body: { FailedPutCount: taken.filter((one) => !one).length, RequestResponses } };
  }

  function toKinesis({ Records }: { Records: Records }, fault: AwsFault): Answer {
    const taken = put(Records, fault, { all: 5 * 1_048_576, each: 1_048_576 });
    if (!taken || Records.some(({ PartitionKey }) => !PartitionKey))
      return refuse("InvalidArgumentException");
    const answers = taken.map((one, i) =>
      one
        ? { SequenceNumber: String(i), ShardId: "shardId-0" }
        : { ErrorCode: "ProvisionedThroughputExceededException", ErrorMessage: "Rate exceeded." },
    );
    return { status: 200, body: { FailedRecordCount: taken.filter((one) => !one).length, Records: answers } };
  }

  type LogEvents = { logStreamName: string; logEvents: { timestamp: number; message: string }[] };
  function toLogs({ logStreamName, logEvents }: LogEvents): Answer {
    if (!streams.has(logStreamName)) return refuse("ResourceNotFoundException");
    const times = logEvents.map(({ timestamp }) => timestamp);
    const size = logEvents.reduce((sum, { message }) => sum + Buffer.byteLength(message) + 26, 0);
    const ordered = times.every((time, i) => i === 0 || time >= (times[i - 1] ?? 0));
    const within = (times.at(-1) ?? 0) - (times[0] ?? 0) <= DAY_MS;
    if (!ordered || !within || size > 1_048_576 || logEvents.length > 10_000 || logEvents.length === 0)
      return refuse("InvalidParameterException");
    receiver.received.push(...logEvents.map(({ message }) => ({ event: JSON.parse(message) as Event })));
    receiver.batches.push(logEvents.length);
    return { status: 200, body: { nextSequenceToken: "1" } };
  }

  /** As the token service: keys that end in an hour. */
  function toTokens(asked: URLSearchParams): Answer {
    receiver.assumed.push(`${asked.get("RoleArn")} ${asked.get("ExternalId")}`);
    receiver.keys.set("ASIAROLEROLEROLEROLE", "role-secret");
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const keys = `<AccessKeyId>ASIAROLEROLEROLEROLE</AccessKeyId><SecretAccessKey>role-secret</SecretAccessKey>`;
    const all = `${keys}<SessionToken>role-token</SessionToken><Expiration>${until}</Expiration>`;
    const result = `<AssumeRoleResult><Credentials>${all}</Credentials></AssumeRoleResult>`;
    const space = `xmlns="https://sts.amazonaws.com/doc/2011-06-15/"`;
    return { status: 200, body: `<AssumeRoleResponse ${space}>${result}</AssumeRoleResponse>` };
  }

  function answerTo(request: IncomingMessage, body: Buffer, fault: AwsFault): Answer {
    const wrong = checkSignature(request, body, receiver.keys);
    if (wrong !== null) {
      receiver.refusals.push(wrong);
      return refuse("InvalidSignatureException", 403);
    }
    const target = String(request.headers["x-amz-target"] ?? "");
    if (target === "") return toTokens(new URLSearchParams(body.toString()));
    const asked = JSON.parse(body.toString()) as never;
    if (fault === "throttled") return refuse("ThrottlingException");
    const operations: Record<string, () => Answer> = {
      "Firehose_20150804.PutRecordBatch": () => toFirehose(asked, fault),
      "Kinesis_20131202.PutRecords": () => toKinesis(asked, fault),
      "Logs_20140328.PutLogEvents": () => toLogs(asked),
      "Logs_20140328.CreateLogStream": () => {
        streams.add(STREAM);
        return { status: 200, body: {} };
      },
    };
    const answer = operations[target]?.() ?? refuse("UnknownOperationException");
    if (answer.status !== 200 && JSON.stringify(answer.body).includes("Invalid"))
      receiver.refusals.push(JSON.stringify(answer.body));
    return answer;
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const fault = receiver.fault();
    if (fault === "cut before") return void request.socket.destroy();
    const answer = answerTo(request, body, fault);
    if (fault === "cut after") return void request.socket.destroy();
    const xml = typeof answer.body === "string";
    response.writeHead(answer.status, { "content-type": xml ? "text/xml" : "application/x-amz-json-1.1" });
    response.end(xml ? answer.body : JSON.stringify(answer.body));
  }

  const server = createServer(
    (request, response) => void take(request, response).catch(() => request.socket.destroy()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
