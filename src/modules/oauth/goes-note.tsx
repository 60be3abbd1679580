import { own, type JsonObject } from "#forms/json.ts";
import { inSentence } from "#editing/value-text.ts";
import { Note } from "#ui/note.tsx";
import { isBlank } from "./codecs.ts";
import { FIELD_LABELS } from "./provider-text.ts";

/** Said where another provider or app is chosen: what a save removes of `stored`, the member of a provider as it is saved. */
export function GoesNote(props: {
  stored: JsonObject;
  /** Those that go, where others stay. */
  fields?: readonly string[];
  of: string;
  keep: string;
}) {
  const { stored, fields } = props;
  const hasApp = !isBlank(own(stored, "client_id"));
  const isSet = (field: string) => (field === "client_secret" ? hasApp : !isBlank(own(stored, field)));
  const labels = [...FIELD_LABELS].flatMap(([field, label]) =>
    (fields?.includes(field) ?? true) && isSet(field) ? [inSentence(label)] : [],
  );
  if (labels.length === 0) return null;
  return (
    <Note tone="warn">
      Saving removes what is set for {props.of}: {labels.join(", ")}. Choose {props.keep} again to keep it.
      {hasApp ? " Once saved, the way back needs the client secret again." : null}
    </Note>
  );
}
