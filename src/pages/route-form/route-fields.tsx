import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { MATCH_MAX_BYTES } from "#contract/route-request.ts";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { BytesField } from "#forms/fields.tsx";
import { useField } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";

const MATCH_TYPES = [
  { value: "path_prefix", label: "Path prefix", detail: "All paths that start with it" },
  { value: "exact_path", label: "Exact path", detail: "Only this path" },
];

/** What follows ? or # is no part of a path, so no request would match. Earlier versions took it. */
function NeverMatched() {
  const { text, error } = useField("match", { described: false });
  const [mark] = /[?#]/.exec(text) ?? [];
  if (mark === undefined || error) return null;
  return <Note tone="warn">No request matches this path. Remove {mark} and what follows it.</Note>;
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
