import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { LiveStateReset } from "#contract/traffic/live-state.ts";
import { liveState, resetLiveState } from "#resources/live-state.ts";
import { capital } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";

const WORDS = {
  circuit_breaker: {
    what: "circuit breaker",
    comes: "It closes at every edge, and its counts start over. Requests go to the app again.",
  },
  policies: {
    what: "rate limits",
    comes: "All counts start over at every edge. Blocked clients can send requests again.",
  },
} as const satisfies Record<LiveStateReset["module"], object>;

/** Asks before a breaker or the rate limits of a route begin anew, and says that they did. */
export function ResetDialog(props: {
  edgeId: string;
  routeId: string;
  module: LiveStateReset["module"];
  place: string;
  onClose: () => void;
}) {
  const { edgeId, routeId, module, place, onClose } = props;
  const { what, comes } = WORDS[module];
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Reset the ${what} of ${place}?`}
      confirmLabel={`Reset ${what}`}
      tried={`reset the ${what}`}
      onConfirm={async () => {
        await resetLiveState(edgeId, routeId, { module });
        await client.invalidateQueries({ queryKey: liveState(edgeId, routeId).queryKey });
        toast({ text: `${capital(what)} reset on ${place}` });
      }}
    >
      <p>{comes}</p>
    </ConfirmDialog>
  );
}
