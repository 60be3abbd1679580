import { ActionDialog } from "#fleet/action-dialog.tsx";
import { BulkDialog } from "#fleet/bulk-dialog.tsx";
import { newestByMajor, updateTarget } from "#contract/outdated.ts";
import type { Command } from "./attention-panel.tsx";

/** Asks before agents are sent a command: one in its own dialog, several at once. */
export function Question(props: {
  asked: Command;
  versions: readonly (string | null | undefined)[];
  onClose: () => void;
}) {
  const { asked, versions, onClose } = props;
  const [only, ...others] = asked.sessions;
  if (!only) return null;
  if (others.length > 0)
    return <BulkDialog kind={asked.command} sessions={asked.sessions} onClose={onClose} />;
  const target = updateTarget(only.agent_version, newestByMajor(versions));
  return <ActionDialog kind={asked.command} session={only} target={target} onClose={onClose} />;
}
