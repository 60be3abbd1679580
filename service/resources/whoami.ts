import { whoamiOperations } from "#contract/operations/whoami.ts";
import { principalOf } from "../events/recorder.ts";
import { implement } from "../implement.ts";

export const whoami = [
  implement(whoamiOperations.get, async ({ adminKeyId }, call) => ({
    principal: principalOf(call),
    source_address: call.source(),
    admin: call.principal.admin,
    admin_key_id: call.principal.admin ? adminKeyId() : null,
  })),
];
