import { TEST_BODY_MAX, TestRequest, TestRequestCreate } from "#contract/traffic/test-request.ts";
import { operation } from "./operation.ts";

/** Extension (decisions/edge/test-requests.md). */
export const testRequestOperations = {
  create: operation({
    id: "TestRequestsCreate",
    method: "POST",
    path: "/test_requests",
    summary:
      "Send a request through the edge as a visitor would, and get every decision on its way. It is marked in the traffic and counts nowhere. A module in the body is used instead of the saved one, for this request alone.",
    tag: "Traffic",
    body: TestRequestCreate,
    bodyMax: 2 * TEST_BODY_MAX,
    status: 200,
    answer: TestRequest,
    errors: ["edgeMissing"],
  }),
} as const;
