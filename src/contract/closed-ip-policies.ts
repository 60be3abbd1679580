import * as z from "zod/mini";
import { Ref } from "./answer.ts";

/** The IP policies of which no rule allows anyone, newest first, an extension (decisions/edge/fail-closed.md). */
export const ClosedIpPolicyList = z.looseObject({ uri: z.string(), closed_ip_policies: z.array(Ref) });
