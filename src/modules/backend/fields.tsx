import { RefField } from "#components/ref-picker.tsx";

/** The form of a backend. */
export function BackendFields() {
  return (
    <RefField
      name="backend_id"
      label="Backend"
      kind="tunnelGroupBackend"
      one="tunnel group backend"
      hint="The backend that serves the endpoint: the tunnels whose labels match it."
    />
  );
}
