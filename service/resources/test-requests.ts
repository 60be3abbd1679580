import { findContract } from "#contract/modules/contracts.ts";
import { mergeSecrets } from "#contract/modules/secrets.ts";
import { parse } from "#contract/issues.ts";
import type { BodyOf } from "#contract/operations/operation.ts";
import { testRequestOperations } from "#contract/operations/test-requests.ts";
import type { DraftModule, TestAnswer, TestRequest } from "#edge/listeners/test-requests.ts";
import { ApiProblem, faulty } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { Places } from "../places.ts";
import { newId } from "../store/ids.ts";
import { moduleOf } from "../store/modules.ts";
import { rowById } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";

/** Of one key, under way. */
const places = new Places("This key", "test requests at once", 8);

type Body = BodyOf<typeof testRequestOperations.create>;

/** Requests of operators through the edge (decisions/edge/test-requests.md). */
export const testRequests = [
  implement(testRequestOperations.create, async ({ db, sendTest, traffic }, call) => {
    if (!sendTest)
      throw new ApiProblem("edgeMissing", "This service runs no edge. Send test requests to one that does.");
    const module = await draftOf(db, call.body.module);
    const id = newId("event");
    const asked = { id, ...requestOf(call.body, call.source() ?? "127.0.0.1"), module };
    let leave = (): void => undefined;
    const full = places.take(call.principal.keyId, new Promise<void>((resolve) => (leave = resolve)));
    if (full !== null) throw new ApiProblem("rateLimited", `${full} Wait until one has ended.`);
    try {
      await db.transaction().execute((trx) => recordEvent(trx, call, "test_request", "created", told(asked)));
      const { event, response } = await sendTest(asked);
      await traffic.take([event]);
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
    clientIp: client_ip ?? source,
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

/** @throws ApiProblem 400 at the field at fault. */
async function draftOf(db: Db, given: Body["module"]): Promise<DraftModule | null> {
  if (!given) return null;
  const { owner_id: ownerId, kind, request } = given;
  const owner = ownerId.startsWith("edghtsrt_") ? "route" : "httpsEdge";
  const refuse = (field: string, message: string): ApiProblem =>
    faulty("valueInvalid", [{ path: ["module", field], message }]);
  if (!(await rowById(db, owner, ownerId)))
    throw refuse("owner_id", "must be the ID of an HTTPS edge or of a route");
  const contract = findContract(owner, kind);
  if (!contract)
    throw refuse("kind", `must be a module of ${owner === "route" ? "a route" : "an HTTPS edge"}`);
  const stored = await moduleOf(db, ownerId, kind);
  const { data, issues } = parse(
    contract.request,
    mergeSecrets(kind, request, stored && JSON.parse(stored.value)),
  );
  if (issues)
    throw faulty(
      "valueInvalid",
      issues.map(({ path, message }) => ({ path: ["module", "request", ...path], message })),
    );
  return { ownerId, kind, request: data as DraftModule["request"] };
}

const wire = ({ status, headers, body, truncated }: NonNullable<TestAnswer["response"]>) => ({
  status_code: status,
  headers,
  content: body.toString("base64"),
  truncated,
});
