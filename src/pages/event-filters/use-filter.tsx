import { useState } from "react";
import { handBack, type WorkedOut } from "#filters/filter-back.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";

type Props = {
  /** The form that it was opened from, in another tab. */
  form: string;
  /** The kind of events that the form asked for. */
  asked: string;
  chosen: WorkedOut;
  /** Why it can’t be used now. */
  wrong: string | undefined;
};

/** Hands the filter, the share and the fields back to the form, and closes this tab where the browser lets it. */
export function UseFilter({ form, asked, chosen, wrong }: Props) {
  const [busy, setBusy] = useState(false);
  const [isTaken, setTaken] = useState<boolean | null>(null);
  const use = async () => {
    setBusy(true);
    const taken = await handBack(form, chosen);
    setBusy(false);
    setTaken(taken);
    if (taken) window.close();
  };
  return (
    <div className="grid min-w-0 gap-2">
      <div>
        <Button
          variant="primary"
          busy={busy}
          disabledReason={chosen.kind === asked ? wrong : `The form filters ${asked}`}
          onClick={() => void use()}
        >
          Use this filter
        </Button>
      </div>
      {isTaken === null ? null : isTaken ? (
        <Note tone="ok">The form has this filter now. Go back to its tab to save it.</Note>
      ) : (
        <Note tone="warn">
          The form is no longer open. Copy the filter, open the form and paste it there.
        </Note>
      )}
    </div>
  );
}
