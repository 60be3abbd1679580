import { closes, useEdgeLimits } from "#resources/closing.ts";
import { Status } from "#ui/status.tsx";

type Props = {
  kind: string;
  value: { enabled?: unknown } | null | undefined;
  /** Requests to what it asks fail. */
  fails: boolean;
};

/**
 * On, Off or Not set, of a module as its route shows it. `enabled` is on unless it says false (protocol-facts.md#conventions).
 * One that is on but can't be applied closes its address.
 */
export function ModuleStatus({ kind, value, fails }: Props) {
  const limits = useEdgeLimits();
  if (!value) return <Status tone="none">Not set</Status>;
  if (value.enabled === false) return <Status tone="off">Off</Status>;
  if (closes(kind, value, limits)) return <Status tone="bad">Closed</Status>;
  return fails ? <Status tone="bad">Failing</Status> : <Status tone="ok">On</Status>;
}
