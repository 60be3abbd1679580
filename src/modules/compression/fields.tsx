import { SwitchField } from "#forms/fields.tsx";

/** The form of compression. */
export function CompressionFields() {
  return (
    <SwitchField
      name="enabled"
      label="Apply to traffic"
      hint="Responses are compressed when the client accepts it. There is nothing else to set."
      says={(on) => (on ? "On: gzip or deflate, as the client asks" : "Off: responses pass as they are")}
    />
  );
}
