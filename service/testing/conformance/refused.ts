import { expect } from "vitest";
import { ErrorBody, type ErrorName, ERRORS } from "#contract/error.ts";
import { type Operation, problemsOf } from "#contract/operations/operation.ts";
import type { TestApp } from "../test-app.ts";
import type { LiveWorld } from "./live.ts";
import type { Refusal } from "./refusal.ts";
import { type Answer, fill } from "./world.ts";

/** Sent where nothing may repeat it: in keys, queries and unknown fields. */
export const SECRET = "conformance-secret-value";

/** The documented error, with one operation id in body, header and log line, and no secret in any of them. */
export function refused(
  { key, logged }: Pick<TestApp, "key" | "logged">,
  answer: Answer<unknown>,
  problem: ErrorName,
): ErrorBody {
  const { code, status } = ERRORS[problem];
  const body = ErrorBody.parse(answer.body);
  expect([answer.status, body.error_code, body.status_code]).toEqual([status, code, status]);
  expect(body.msg.length).toBeGreaterThan(10);
  const id = answer.headers.get("gatehouse-operation-id") ?? "";
  expect(id).toMatch(/^op_[0-9A-Za-z]{27}$/);
  expect(body.details?.["operation_id"]).toBe(id);
  // Of thousands: what a request logs stands among the last, also beside others.
  const lines = logged.slice(-100).filter((line) => line.includes(id));
  const requests = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(requests.filter(({ msg }) => msg === "request")).toMatchObject([{ operation_id: id, status }]);
  for (const secret of [key, SECRET]) expect(lines.join("") + JSON.stringify(body)).not.toContain(secret);
  return body;
}

export function issuesOf({ details }: ErrorBody): { path: (string | number)[]; message: string }[] {
  return JSON.parse(details?.["issues"] ?? "[]") as ReturnType<typeof issuesOf>;
}

/** Answers of these say when to ask again. */
const RETRY_AFTER: readonly ErrorName[] = [
  "rateLimited",
  "wrongKeys",
  "streamsTaken",
  "busy",
  "databaseUnreachable",
];

/** {@link refused}, by an error that the operation declares, which says when to ask again where that helps. */
export function refusedBy(
  operation: Operation,
  app: Pick<TestApp, "key" | "logged">,
  answer: Answer<unknown>,
  problem: ErrorName,
): ErrorBody {
  expect(problemsOf(operation)).toContain(problem);
  const retryAfter = answer.headers.get("retry-after");
  if (RETRY_AFTER.includes(problem)) expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  else expect(retryAfter).toBeNull();
  return refused(app, answer, problem);
}

/** A row of the refusals: its error, at its field, with its words; what was asked about is as before. */
export async function refusesRow(world: LiveWorld, operation: Operation, [problem, , ask]: Refusal) {
  const { ids = {}, sent = {}, query, at, says = [], whileStopping } = await ask(world);
  const path = `${fill(operation.path, ids)}${query === undefined ? "" : `?${query}`}`;
  const read = async () => ({ ...(await world.app.call(`GET ${path}`)), headers: null });
  const kept = operation.method !== "GET" && ids["id"] !== undefined && operation.status !== 204;
  const before = kept ? await read() : null;
  const send = () => world.app.call(`${operation.method} ${path}`, sent);
  const answer = whileStopping ? await world.whileStopping(send) : await send();
  const body = refusedBy(operation, world.app, answer, problem);
  const issues = issuesOf(body);
  if (at !== undefined) expect(issues.map((issue) => issue.path.join("."))).toContain(at);
  for (const { message } of issues) expect(message.length).toBeGreaterThan(5);
  for (const words of says) expect(body.msg).toContain(words);
  if (before?.status === 200) expect(await read()).toEqual(before);
  // What is not there is not there afterwards either.
  if (operation.method === "DELETE" && ERRORS[problem].status !== 404)
    expect((await read()).status).toBe(200);
}
