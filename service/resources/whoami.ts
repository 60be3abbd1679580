import { whoamiOperations } from "#contract/operations/whoami.ts";
import { principalOf } from "../events/recorder.ts";
import { sourceAddress } from "../http/source-address.ts";
import { implement } from "../implement.ts";

export const whoami = [
  implement(whoamiOperations.get, async ({ config }, call) => ({
    principal: principalOf(call),
    source_address: sourceAddress(call.request, call.socketAddress, config.trustForwarded),
  })),
];
