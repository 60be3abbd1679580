import { useWatch } from "react-hook-form";
import { CopyAs } from "#components/copy-as.tsx";
import type { JsonObject } from "#forms/json.ts";
import type { PlainForm } from "./plain-form.ts";

/** The request of what was edited in the form around, to take along. */
export function PendingChange<V extends JsonObject>(props: {
  form: PlainForm<V>;
  latest: V;
  /** Path of what is edited, below the base URL. */
  path: string;
}) {
  const { form, latest, path } = props;
  const body = form.changesOf(latest, form.definition.toDraft(useWatch<JsonObject>(), null).request);
  if (Object.keys(body).length === 0) return null;
  return (
    <div>
      <CopyAs label="Copy this change as" request={{ method: "PATCH", path, body }} json={body} />
    </div>
  );
}
