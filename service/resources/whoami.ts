import { whoamiOperations } from "#contract/operations/whoami.ts";
import { principalOf } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { adminIds } from "../store/api-keys.ts";

export const whoami = [
  implement(whoamiOperations.get, async ({ db, adminKeyId }, call) => ({
    principal: principalOf(call),
    source_address: call.source(),
    admin: call.principal.admin,
    admin_key_id: call.principal.admin ? adminKeyId() : null,
    admin_ids: await adminIds(db),
  })),
];
