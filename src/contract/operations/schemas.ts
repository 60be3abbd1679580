import type * as z from "zod/mini";
import { Ref } from "../answer.ts";
import { EmptyBody } from "../common.ts";
import { ErrorBody } from "../error.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { agentUpdateOperations } from "./agent-updates.ts";
import { apiKeyUseOperations } from "./api-keys.ts";
import { edgeRootOperations } from "./edge-root.ts";
import { endedSessionOperations } from "./ended-sessions.ts";
import { closedIpPolicyOperations } from "./ip-policies.ts";
import { eventDeliveryOperations } from "./event-destinations.ts";
import { eventSourceOperations } from "./event-subscriptions.ts";
import { eventOperations } from "./events.ts";
import { liveStateOperations } from "./live-state.ts";
import type { Operation } from "./operation.ts";
import { RESOURCES } from "./operations.ts";
import { pascal } from "./pascal.ts";
import { rolloutOperations } from "./rollouts.ts";
import { signInCodeOperations } from "./sign-in-codes.ts";
import { testRequestOperations } from "./test-requests.ts";
import { trafficCaptureOperations } from "./traffic-captures.ts";
import { trafficPreviewOperations } from "./traffic-previews.ts";
import { trafficOperations } from "./traffic.ts";
import { whoamiOperations } from "./whoami.ts";

type Named = [name: string, schema: z.ZodMiniType];

/** `ApiKey`, `ApiKeyList`, `ApiKeyCreate` and `ApiKeyUpdate`, those that the operations have. */
function namedBy(
  name: string,
  { get, list, create, update }: Readonly<Record<string, Operation>>,
): [name: string, schema: z.ZodMiniType | undefined][] {
  return [
    [name, get?.answer],
    [`${name}List`, list?.answer],
    [`${name}Create`, create?.body],
    [`${name}Update`, update?.body],
  ];
}

/** The schemas that have a name of their own in the OpenAPI document. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  AgentReleaseList: agentUpdateOperations.releases.answer,
  AgentUpdate: agentUpdateOperations.get.answer,
  ApiKeyUseList: apiKeyUseOperations.list.answer,
  ClosedIpPolicyList: closedIpPolicyOperations.list.answer,
  EndedSession: endedSessionOperations.get.answer,
  EndedSessionList: endedSessionOperations.list.answer,
  EdgeRoot: edgeRootOperations.get.answer,
  EmptyBody,
  ErrorBody,
  Event: eventOperations.stream.answer,
  EventCounts: eventOperations.counts.answer,
  EventDelivery: eventDeliveryOperations.get.answer,
  EventDeliveryList: eventDeliveryOperations.list.answer,
  EventResend: eventDeliveryOperations.resend.answer,
  EventResendCreate: eventDeliveryOperations.resend.body,
  EventSource: eventSourceOperations.get.answer,
  EventSourceCreate: eventSourceOperations.create.body,
  EventSourceUpdate: eventSourceOperations.update.body,
  EventSourceList: eventSourceOperations.list.answer,
  EventTest: eventDeliveryOperations.test.answer,
  FailedEventList: eventDeliveryOperations.failed.answer,
  EventList: eventOperations.list.answer,
  LiveState: liveStateOperations.get.answer,
  LiveStateReset: liveStateOperations.reset.body,
  Ref,
  Rollout: rolloutOperations.get.answer,
  RolloutCreate: rolloutOperations.create.body,
  RolloutList: rolloutOperations.list.answer,
  RolloutPlan: rolloutOperations.preview.answer,
  RolloutUpdate: rolloutOperations.update.body,
  SignInCode: signInCodeOperations.create.answer,
  SignInCodeExchange: signInCodeOperations.exchange.body,
  SignInKey: signInCodeOperations.exchange.answer,
  TestRequest: testRequestOperations.create.answer,
  TestRequestCreate: testRequestOperations.create.body,
  TrafficCapture: trafficCaptureOperations.get.answer,
  TrafficCaptureCreate: trafficCaptureOperations.create.body,
  TrafficCaptureList: trafficCaptureOperations.list.answer,
  TrafficEvent: trafficOperations.get.answer,
  TrafficEventList: trafficOperations.list.answer,
  TrafficMetrics: trafficOperations.metrics.answer,
  TrafficPreview: trafficPreviewOperations.create.answer,
  TrafficPreviewCreate: trafficPreviewOperations.create.body,
  UnreachableAppList: trafficOperations.unreachable.answer,
  WhoAmI: whoamiOperations.get.answer,
  ...Object.fromEntries([
    ...Object.entries(RESOURCES)
      .flatMap(([name, operations]) => namedBy(name, operations))
      .filter((named): named is Named => named[1] !== undefined),
    ...ALL_CONTRACTS.flatMap(({ name, request, answer }): Named[] => [
      [pascal(name), answer],
      [`${pascal(name)}Request`, request],
    ]),
  ]),
};
