import { useSearchParams } from "react-router-dom";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { AgentSteps, useAdded, useAskBeforeLoss } from "./first-agent.tsx";

/** Three steps to one more agent, over the list. It asks before an authtoken that was not copied is lost. */
export function AddAgentDialog() {
  const [params, setParams] = useSearchParams();
  const onClose = () =>
    setParams(
      (now) => {
        now.delete("add");
        now.delete("label");
        return now;
      },
      { replace: true },
    );
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
