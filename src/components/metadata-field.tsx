import { METADATA_MAX_BYTES } from "#contract/common.ts";
import { BytesField } from "#forms/fields.tsx";

/** The field of a resource's metadata, at most {@link METADATA_MAX_BYTES}. `what` says who else sees it. */
export function MetadataField({ lines = 3, what = "" }) {
  return (
    <BytesField
      name="metadata"
      label="Optional notes"
      maxBytes={METADATA_MAX_BYTES}
      lines={lines}
      mono
      hint={`${what} Don’t store secrets here.`.trim()}
    />
  );
}
