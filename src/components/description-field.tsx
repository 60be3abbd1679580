import { DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import { BytesField } from "#forms/fields.tsx";

/** The field of a resource's description, which is its name in the console, at most {@link DESCRIPTION_MAX_BYTES}. */
export function DescriptionField({
  label = "Name",
  hint = "Shown in lists.",
  placeholder,
}: {
  label?: string;
  hint?: string;
  placeholder?: string;
}) {
  return (
    <BytesField
      name="description"
      label={label}
      maxBytes={DESCRIPTION_MAX_BYTES}
      hint={hint}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  );
}
