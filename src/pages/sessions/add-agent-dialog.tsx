import { useSearchParams } from "react-router-dom";
import { useDialogParam } from "#components/use-dialog-param.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useAdded } from "./added-sessions.ts";
import { AgentSteps } from "./first-agent.tsx";

/** Three steps to one more agent, over the list. It asks before an authtoken that was not copied is lost. */
export function AddAgentDialog() {
  const { close } = useDialogParam("add", ["label"]);
  const [params] = useSearchParams();
  const { added, serving } = useAdded(false, params.getAll("label"));
  return (
    <Dialog title="Add agent" width="lg" onClose={close} footer={<Button onClick={close}>Close</Button>}>
      <AgentSteps added={added} serving={serving} param="add" />
    </Dialog>
  );
}
