import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { MATCH_MAX_BYTES } from "#contract/route-request.ts";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { BytesField } from "#forms/fields.tsx";

const MATCH_TYPES = [
  { value: "path_prefix", label: "Path prefix", detail: "all that begins with it" },
  { value: "exact_path", label: "Exact path", detail: "that one path alone" },
];

/** The fields every route has besides its modules. */
export function RouteFields() {
  return (
    <>
      <ChoiceField name="match_type" label="Match type" choices={MATCH_TYPES} />
      <BytesField
        name="match"
        label="Match"
        maxBytes={MATCH_MAX_BYTES}
        mono
        placeholder="/dispatch"
        hint="The path of the requests it is for, from /. No other route of the edge may have it."
      />
      <DescriptionField
        label="What it is"
        placeholder="Dispatch board for drivers"
        hint="Stands beside its match in every list."
      />
      <MetadataField />
    </>
  );
}
