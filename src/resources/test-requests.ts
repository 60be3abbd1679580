import { request } from "#api/client.ts";
import { TestRequest, type TestRequestCreate } from "#contract/traffic/test-request.ts";

/** The service waits 30 s for the answer. */
const TIMEOUT_MS = 45_000;

/** Sends a request through the service’s edge. An extension (decisions/api/extensions.md). */
export const sendTestRequest = (body: TestRequestCreate): Promise<TestRequest> =>
  request({ method: "POST", path: "/test_requests", body, answer: TestRequest, timeoutMs: TIMEOUT_MS });
