import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { AFTER_DELETE } from "#forms/unsaved-guard.tsx";
import { Button } from "#ui/button.tsx";

type Props = {
  label: string;
  /** The page that is shown instead once it is deleted. */
  to: string;
  renderDialog: (props: { onClose: () => void; onDeleted: () => void }) => ReactNode;
};

/** Deletes what its page is about, after a dialog. */
export function DeleteButton({ label, to, renderDialog }: Props) {
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="danger" icon="trash" onClick={() => setAsked(true)}>
        {label}
      </Button>
      {asked
        ? renderDialog({
            onClose: () => setAsked(false),
            onDeleted: () => void navigate(to, { replace: true, state: AFTER_DELETE }),
          })
        : null}
    </>
  );
}
