import { BackendField } from "#edges/backend-field.tsx";
import { NoAgentNote } from "./no-agent-note.tsx";

/** The form of a backend. */
export function BackendFields() {
  return (
    <>
      <NoAgentNote />
      <BackendField />
    </>
  );
}
