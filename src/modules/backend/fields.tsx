import { RefField } from "#components/ref-picker.tsx";
import { SwitchField } from "#forms/fields.tsx";

/** The form of a backend. */
export function BackendFields() {
  return (
    <>
      <SwitchField
        name="enabled"
        label="Apply to traffic"
        says={(on) => (on ? "On: requests go to the backend" : "Off: nothing serves requests here")}
      />
      <RefField
        name="backend_id"
        label="Backend"
        kind="tunnelGroupBackend"
        one="tunnel group backend"
        hint="The backend that serves the endpoint: the tunnels whose labels match it."
      />
    </>
  );
}
