import { credentialOperations } from "#contract/operations/credentials.ts";
import { sql } from "kysely";
import { endSessions } from "../store/ended-sessions.ts";
import { deleteRow } from "../store/rows.ts";
import { crud } from "./crud.ts";
import { issueToken } from "./tokens.ts";

export const credentials = crud({
  kind: "credential",
  operations: credentialOperations,
  audit: "tunnel_credential",
  wire: ({ id, owner_id, description, metadata, acl, created_at }, { uri }) => ({
    id,
    uri,
    created_at,
    description,
    metadata,
    token: null,
    acl: JSON.parse(acl) as string[],
    owner_id,
  }),
  create: async (trx, call) => {
    const { columns, once } = await issueToken(trx, "credential", call);
    return { columns: { ...columns, acl: JSON.stringify(call.body.acl ?? []) }, once };
  },
  update: (_, { acl }) => (acl ? { acl: JSON.stringify(acl) } : {}),
  remove: async (trx, { id }) => {
    await endSessions(trx, sql`credential_id = ${id}`, "authtoken_deleted");
    await deleteRow(trx, "credential", id);
  },
  removed: ({ gateway }, id) => gateway.disconnectCredential(id, "Its authtoken was deleted."),
});
