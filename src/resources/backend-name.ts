import type { TunnelGroupBackend } from "#contract/backend.ts";
import { labelText } from "./tunnel-names.ts";

/** The name of a backend: its description, else its labels, else its id. */
export function backendName({
  id,
  description,
  labels,
}: Pick<TunnelGroupBackend, "id" | "description" | "labels">): string {
  return description || labelText(labels) || id;
}
