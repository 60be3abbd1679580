import { useSearchParams } from "react-router-dom";
import { useDialogParam } from "#components/use-dialog-param.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useAdded } from "./added-sessions.ts";
import { AgentSteps, useAskBeforeLoss } from "./first-agent.tsx";

/** Three steps to one more agent, over the list. It asks before an authtoken that was not copied is lost. */
export function AddAgentDialog() {
  const [params] = useSearchParams();
  const { close: onClose } = useDialogParam("add", ["label"]);
  const { added } = useAdded();
  const { setAtRisk, leave, asking } = useAskBeforeLoss(onClose);
  return (
    <Dialog
      title="Add agent"
      width="lg"
      onClose={leave}
      footer={<Button onClick={leave}>{added ? "Done" : "Close"}</Button>}
    >
      <AgentSteps added={added} labels={params.getAll("label")} onRisk={setAtRisk} />
      {asking}
    </Dialog>
  );
}
