import { closes, useEdgeLimits } from "#resources/closing.ts";
import { isBroken, leadOf } from "#resources/edge-way.ts";
import { useLiveTunnels } from "#resources/live-tunnels.ts";
import { useUnreached } from "#resources/unreachable.ts";
import type { CheckedForm } from "#editing/use-checked-form.ts";
import type { Finding } from "../lint/facts.ts";
import { Status } from "#ui/status.tsx";

type Props = {
  kind: string;
  /** What has it: a route or an edge. */
  ownerId: string | undefined;
  value: { enabled?: unknown } | null | undefined;
  /** Those of the module: requests to what it asks may fail. */
  findings: readonly Pick<Finding, "seen" | "opens">[];
};

/**
 * On, Off or Not set, of a module as its route shows it. `enabled` is on unless it says false (protocol-facts.md#conventions).
 * One that is on but can't be applied closes its address; one that lets everyone past protects nothing; a backend without an agent,
 * or whose app fails, serves nobody.
 */
export function ModuleStatus({ kind, ownerId, value, findings }: Props) {
  const limits = useEdgeLimits();
  if (!value) return <Status tone="none">Not set</Status>;
  if (value.enabled === false) return <Status tone="off">Off</Status>;
  if (closes(kind, value, limits)) return <Status tone="bad">Closed</Status>;
  if (findings.some(({ seen }) => seen)) return FAILING;
  if (kind === "backend") return <BackendStatus id={ownerId} backend={value} />;
  return findings.some(({ opens }) => opens) ? <Status tone="warn">Open</Status> : ON;
}

const FAILING = <Status tone="bad">Failing</Status>;
const ON = <Status tone="ok">On</Status>;

/** Its owner without checks, whose failing sign-ins and keys say nothing of the backend. */
const BackendStatus = (owner: { id: string | undefined; backend: object }) =>
  isBroken(leadOf(owner, { live: useLiveTunnels(), unreached: useUnreached() })) ? FAILING : ON;

/** An editor as if nothing was edited in it: what its status says is true of what is stored. */
export const asStored = (editor: CheckedForm) => ({ ...editor, edited: false, errors: {} });
