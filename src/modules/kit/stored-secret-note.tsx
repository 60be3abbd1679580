import { jsonText, own, sameJson, type JsonObject } from "#forms/json.ts";
import { useFieldValue } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";

/**
 * Tells that a kept `client_secret` belongs to another client than the form names now. `stored` is the object that holds it
 * on the service, `same` are its fields, first and second, by which a client is known (decisions/contract/secrets.md).
 */
export function StoredSecretNote({
  stored,
  same: [first, second = first],
}: {
  stored: JsonObject;
  same: readonly [string, string?];
}) {
  const secret = useFieldValue("client_secret") as { mode?: string } | undefined;
  const now = [useFieldValue(first), useFieldValue(second)];
  const before = [own(stored, first), own(stored, second)];
  if (secret?.mode !== "keep" || sameJson(now, before)) return null;
  const changed = sameJson(now[0], before[0]) ? before[1] : before[0];
  return (
    <Note tone="warn">
      The stored secret belongs to {jsonText(changed)}. Choose Replace and enter the secret of the new client.
    </Note>
  );
}
