import ipaddr from "ipaddr.js";
import type { BodyOf } from "#contract/operations/operation.ts";
import { testRequestOperations } from "#contract/operations/test-requests.ts";
import type { TestAnswer, TestRequest } from "#edge/listeners/test-requests.ts";
import { plainIp } from "../addresses.ts";
import { ApiProblem } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { Places } from "../places.ts";
import { newId } from "../store/ids.ts";
import { draftOf } from "./draft-module.ts";

/** Of one key, under way. */
const places = new Places("This key", "test requests at once", 8);

type Body = BodyOf<typeof testRequestOperations.create>;

/** Requests of operators through the edge (decisions/edge/test-requests.md). */
export const testRequests = [
  implement(testRequestOperations.create, async ({ db, edgeTests, traffic }, call) => {
    if (!edgeTests)
      throw new ApiProblem("edgeMissing", "This service runs no edge. Send test requests to one that does.");
    const module = await draftOf(db, call.body.module);
    const id = newId("event");
    const asked = { id, ...requestOf(call.body, call.source() ?? "127.0.0.1"), module };
    let leave = (): void => undefined;
    const full = places.take(call.principal.keyId, new Promise<void>((resolve) => (leave = resolve)));
    if (full !== null) throw new ApiProblem("rateLimited", `${full} Wait until one has ended.`);
    try {
      await db.transaction().execute((trx) => recordEvent(trx, call, "test_request", "created", told(asked)));
      const { event, made, response } = await edgeTests.test(asked);
      await traffic.keep([made]);
      return { id, event, response: response && wire(response) };
    } finally {
      leave();
    }
  }),
];

function requestOf(
  { url, method = "GET", headers = {}, content = "", client_ip }: Body,
  source: string,
): Omit<TestRequest, "id" | "module"> {
  const [, scheme, host = "", target = ""] = /^(https?):\/\/([^/]+)(.*)$/.exec(url) ?? [];
  return {
    proto: scheme === "https" ? "https" : "http",
    host,
    target: target || "/",
    method,
    headers,
    body: Buffer.from(content, "base64"),
    // As a socket says it, however it was written.
    clientIp: client_ip === undefined ? plainIp(source) : ipaddr.process(client_ip).toString(),
  };
}

/** What its audit event says; a query may hold secrets. */
function told({ id, method, proto, host, target, clientIp, module }: TestRequest) {
  return {
    id,
    method,
    url: `${proto}://${host}${target.replace(/\?.*/, "")}`,
    client_ip: clientIp,
    module: module && { owner_id: module.ownerId, kind: module.kind },
  };
}

const wire = ({ status, headers, body, truncated }: NonNullable<TestAnswer["response"]>) => ({
  status_code: status,
  headers,
  content: body.toString("base64"),
  truncated,
});
