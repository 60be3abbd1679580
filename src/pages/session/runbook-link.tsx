import { refusal } from "#contract/capability.ts";
import { nothingToUpdate } from "#contract/no-release.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { awaitsRestart, type FleetAction } from "#fleet/action.ts";
import { runbook } from "#fleet/commands.ts";
import { usePublished } from "#fleet/use-published.ts";
import { Button, ButtonLink } from "#ui/button.tsx";

/** Update and restart in one; nothing where the agent can't, off where there is nothing to update to, or another command runs. */
export function Runbook(props: {
  session: TunnelSession;
  untold: string | null;
  told: readonly FleetAction[];
}) {
  const { session, untold, told } = props;
  const published = usePublished();
  const none = untold ?? nothingToUpdate(session.agent_version, published);
  const { label, icon, to, disabledReason } = runbook(session, none, told);
  if (disabledReason !== undefined)
    return refusal("update", session) === null && !told.some(awaitsRestart) ? (
      <Button icon={icon} disabledReason={disabledReason}>
        {label}
      </Button>
    ) : null;
  return (
    <ButtonLink to={to} icon={icon}>
      {label}
    </ButtonLink>
  );
}
