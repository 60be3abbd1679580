import { useSearchParams } from "react-router-dom";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { AgentSteps, useAdded } from "./first-agent.tsx";

/** Three steps to one more agent, over the list. It closes by its button only: it holds an authtoken that is shown once. */
export function AddAgentDialog() {
  const [, setParams] = useSearchParams();
  const onClose = () =>
    setParams(
      (now) => {
        now.delete("add");
        return now;
      },
      { replace: true },
    );
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
