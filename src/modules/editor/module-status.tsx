import { Status } from "#ui/status.tsx";

/** On, Off or Not set, of a module as its route shows it. `enabled` is on unless it says false (protocol-facts.md#conventions). */
export function ModuleStatus({ value }: { value: { enabled?: unknown } | null | undefined }) {
  if (!value) return <Status tone="none">Not set</Status>;
  return value.enabled === false ? <Status tone="off">Off</Status> : <Status tone="ok">On</Status>;
}
