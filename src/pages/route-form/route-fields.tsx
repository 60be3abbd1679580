import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { isNeverAsked } from "#contract/route-path.ts";
import { MATCH_MAX_BYTES } from "#contract/route-request.ts";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { BytesField } from "#forms/fields.tsx";
import { useField } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";

const MATCH_TYPES = [
  { value: "path_prefix", label: "Path prefix", detail: "All paths that start with it" },
  { value: "exact_path", label: "Exact path", detail: "Only this path" },
];

/** Paths that no request has: what follows ? or # is no part of one. Earlier versions took them. */
function NeverMatched() {
  const { text, error } = useField("match", { described: false });
  const [mark] = /[?#]/.exec(text) ?? [];
  const mend = mark ? `${mark} and what follows it` : isNeverAsked(text) ? "//, /./ and /../" : null;
  if (mend === null || error) return null;
  return <Note tone="warn">No request matches this path. Remove {mend}.</Note>;
}

/** The fields every route has besides its modules. */
export function RouteFields() {
  return (
    <>
      <ChoiceField name="match_type" label="Match type" choices={MATCH_TYPES} />
      <BytesField
        name="match"
        label="Path"
        maxBytes={MATCH_MAX_BYTES}
        mono
        placeholder="/dispatch"
        hint="Must be unique on this edge."
      />
      <NeverMatched />
      <DescriptionField label="Description" placeholder="Dispatch board for drivers" />
      <MetadataField />
    </>
  );
}
