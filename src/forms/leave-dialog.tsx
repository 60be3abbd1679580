import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

/** Asks whether to leave unsaved changes behind. Escape and a click beside it stay; the focus is on the button that stays. */
export function LeaveDialog(props: { what: string; onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      onClose={props.onStay}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="primary" onClick={props.onStay}>
            Stay
          </Button>
          <Button variant="danger" onClick={props.onLeave}>
            Discard changes
          </Button>
        </>
      }
    >
      <p>Your changes to {props.what} are not saved yet.</p>
    </Dialog>
  );
}
