import { ErrorBody, Issues } from "./error.ts";
import { shapeOf } from "./shape-of.ts";
import { TunnelSession } from "./tunnel-session.ts";
import { Tunnel } from "./tunnel.ts";

/** The answers that the first page reads. The build puts the value in place of this file, so that the page loads no zod. */
export const ANSWER_SHAPES = {
  session: shapeOf(TunnelSession),
  tunnel: shapeOf(Tunnel),
  error: shapeOf(ErrorBody),
  issues: shapeOf(Issues),
};
