import type { Logger } from "pino";
import { RequestError } from "@hono/node-server";
import { ApiProblem, toProblem } from "../errors.ts";
import { newId } from "../store/ids.ts";
import { BARE_HEADERS } from "./refuse-socket.ts";
import { OPERATION_HEADER } from "./request-log.ts";

/** Answers what never reaches the app, since no URL can be made of its Host header and its path. */
export function answerUnreadable(log: Logger): (error: unknown) => Response {
  return (error) => {
    const problem =
      error instanceof RequestError
        ? new ApiProblem(
            "requestUnreadable",
            "The Host header and path don’t form a valid URL. Example: Host: gate.example:4180 and a path that begins with /.",
          )
        : toProblem(error);
    const operationId = newId("operation");
    const line = { operation_id: operationId, status: problem.status };
    if (problem.status < 500) log.info(line, "request");
    else log.error({ ...line, err: error }, "request failed");
    return Response.json(problem.body(operationId), {
      status: problem.status,
      headers: { ...BARE_HEADERS, [OPERATION_HEADER]: operationId },
    });
  };
}
