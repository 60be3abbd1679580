import { BackendField } from "#edges/backend-field.tsx";

/** The form of a backend. */
export const BackendFields = BackendField;
