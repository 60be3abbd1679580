import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { FleetAction } from "#fleet/action.ts";
import { runbook } from "#fleet/commands.ts";
import { Button, ButtonLink } from "#ui/button.tsx";

/** Update and restart in one; nothing where the agent can't, off where there is nothing to update to. */
export function Runbook(props: {
  session: TunnelSession;
  untold: string | null;
  told: readonly FleetAction[];
}) {
  const { session, untold, told } = props;
  const { label, icon, to, disabledReason } = runbook(session, untold, told);
  if (disabledReason !== undefined)
    return disabledReason === untold ? (
      <Button icon={icon} disabledReason={untold}>
        {label}
      </Button>
    ) : null;
  return (
    <ButtonLink to={to} icon={icon}>
      {label}
    </ButtonLink>
  );
}
