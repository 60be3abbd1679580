import { METADATA_MAX_BYTES } from "#contract/common.ts";
import { BytesField } from "#forms/fields.tsx";

/** The field of a resource's metadata, at most {@link METADATA_MAX_BYTES}. `what` says what it is for. */
export function MetadataField({ lines = 3, what = "Anything of yours, optional." }) {
  return (
    <BytesField
      name="metadata"
      label="Metadata"
      maxBytes={METADATA_MAX_BYTES}
      lines={lines}
      mono
      hint={`${what} Not a place for secrets.`}
    />
  );
}
