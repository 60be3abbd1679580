import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { NodeHttpHandler } from "@smithy/node-http-handler";
import { readArn } from "#contract/aws-target.ts";
import { checkHost, lookupPublic, PrivateAddress } from "./public-addresses.ts";
import type { StoredAuth } from "./stored-target.ts";
import { later, type Message, type Outcome, type Target, type TargetRights } from "./target.ts";

/** For a connection, and for a whole answer, in milliseconds. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 15_000;
/** A role's keys are renewed so long before they end, in milliseconds. */
const EARLY_MS = 300_000;

export type AwsOptions = { arn: string; auth: StoredAuth; endpoint?: string };

/** It would say in plain text, among lines of JSON, which Node comes next. */
process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";

/** What a client of the vendor's SDK is created with. It never tries again by itself: the deliverer does. */
async function configOf({ arn, auth, endpoint }: AwsOptions, rights: TargetRights): Promise<AwsConfig> {
  const { NodeHttpHandler } = await import("@smithy/node-http-handler");
  if (!rights.privateAddresses && endpoint !== undefined) checkHost(new URL(endpoint).hostname);
  const guarded = { keepAlive: true, ...(!rights.privateAddresses && { lookup: lookupPublic }) };
  const requestHandler = new NodeHttpHandler({
    connectionTimeout: CONNECT_MS,
    requestTimeout: ANSWER_MS,
    throwOnRequestTimeout: true,
    httpAgent: new HttpAgent(guarded),
    httpsAgent: new HttpsAgent(guarded),
  });
  const region = readArn(arn)?.region ?? "";
  const shared = { region, maxAttempts: 1, requestHandler };
  const credentials = auth.creds
    ? { accessKeyId: auth.creds.aws_access_key_id, secretAccessKey: auth.creds.aws_secret_access_key }
    : roleKeys(auth, { ...shared, rights });
  return { ...shared, credentials, ...(endpoint !== undefined && { endpoint }) };
}

type Keys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string; expiration?: Date };
type Shared = { region: string; maxAttempts: number; requestHandler: NodeHttpHandler };
type AwsConfig = Shared & { credentials: Keys | (() => Promise<Keys>); endpoint?: string };

/** The keys of a role, which the service's own identity assumes; its account's id is the external id. */
function roleKeys(
  { role }: StoredAuth,
  { rights, ...shared }: Shared & { rights: TargetRights },
): () => Promise<Keys> {
  const { role_arn: RoleArn = "", endpoint } = role ?? {};
  if (!rights.privateAddresses && endpoint !== undefined) checkHost(new URL(endpoint).hostname);
  let kept: Promise<Keys> | undefined;
  let until = 0;
  const assume = async (): Promise<Keys> => {
    const { AssumeRoleCommand, STSClient } = await import("@aws-sdk/client-sts");
    const client = new STSClient({ ...shared, ...(endpoint !== undefined && { endpoint }) });
    const asked = { RoleArn, RoleSessionName: "gatehouse-events", ExternalId: rights.accountId };
    const { Credentials: keys } = await client.send(new AssumeRoleCommand(asked));
    const expiration = keys?.Expiration ?? new Date();
    until = expiration.getTime() - EARLY_MS;
    return {
      accessKeyId: keys?.AccessKeyId ?? "",
      secretAccessKey: keys?.SecretAccessKey ?? "",
      sessionToken: keys?.SessionToken ?? "",
      expiration,
    };
  };
  return async () => {
    if (kept && Date.now() < until) return kept;
    until = Date.now() + ANSWER_MS;
    const asked = assume();
    kept = asked;
    asked.catch(() => (kept = undefined));
    return asked;
  };
}

/** Why the vendor did not take a batch: the name of its error, which holds no secret, and nothing of its message. */
function awsReason(error: unknown): string {
  const { name, code, $metadata, cause } = error as {
    name?: string;
    code?: string;
    cause?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  const refused = [error, cause].find((one) => one instanceof PrivateAddress || codeOf(one) === "EPRIVATE");
  if (refused) return `The endpoint ${(refused as Error).message}`;
  if ($metadata?.httpStatusCode !== undefined)
    return `The target answered ${name ?? $metadata.httpStatusCode}`;
  if (name === "TimeoutError") return `The target did not answer within ${ANSWER_MS / 1_000} s`;
  if (name === "CredentialsProviderError")
    return "The service has no AWS identity to assume the role with. Set one, such as AWS_ACCESS_KEY_ID";
  return `The target can’t be reached (${code ?? name ?? "unknown"})`;
}

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

type Sender = {
  send: (messages: readonly Message[], signal: AbortSignal) => Promise<Outcome[]>;
  destroy: () => void;
};

/** A target whose client is loaded when it first sends. */
export function awsTarget(
  bounds: Omit<Target, "send" | "close">,
  options: AwsOptions,
  rights: TargetRights,
  load: (config: AwsConfig) => Promise<Sender>,
): Target {
  let opening: Promise<Sender> | undefined;
  return {
    ...bounds,
    send: async (messages, signal) => {
      try {
        opening ??= configOf(options, rights).then(load);
        return await (await opening).send(messages, signal);
      } catch (error) {
        const reason = signal.aborted ? "The service stopped" : awsReason(error);
        return messages.map(() => later(reason));
      }
    },
    close: async () => {
      (await opening?.catch(() => undefined))?.destroy();
    },
  };
}
