import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { AgentSteps, useAdded } from "./first-agent.tsx";

/** Three steps to one more agent, over the list. It closes by its button only: it holds an authtoken that is shown once. */
export function AddAgentDialog({ onClose }: { onClose: () => void }) {
  const { added } = useAdded();
  return (
    <Dialog
      title="Add agent"
      width="lg"
      dismissible={false}
      onClose={onClose}
      footer={<Button onClick={onClose}>{added ? "Done" : "Close"}</Button>}
    >
      <AgentSteps added={added} />
    </Dialog>
  );
}
