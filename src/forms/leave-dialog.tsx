import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

/** Asks whether to leave behind `what` is not saved: "your changes to this key". Escape and a click beside it stay; the focus is on the button that stays. */
export function LeaveDialog(props: {
  what: string;
  act?: "Leave" | "Sign out";
  without?: string | undefined;
  leave?: string | undefined;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <Dialog
      onClose={props.onStay}
      title={`${props.act ?? "Leave"} without ${props.without ?? "saving"}?`}
      footer={
        <>
          <Button variant="primary" onClick={props.onStay}>
            Stay
          </Button>
          <Button variant="danger" onClick={props.onLeave}>
            {props.leave ?? "Discard changes"}
          </Button>
        </>
      }
    >
      <p>You will lose {props.what}.</p>
    </Dialog>
  );
}
