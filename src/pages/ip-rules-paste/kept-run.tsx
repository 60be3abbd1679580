import { KINDS } from "#resources/kinds.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { isUndoable, type PasteRun } from "./paste-run.ts";

type KeptProps = { run: PasteRun; nameOf: (id: string) => string; onShow: () => void; onUndo: () => void };

/** A run whose rules are still there, and the way to take them back. */
export function KeptRun({ run: { lines }, nameOf, onShow, onUndo }: KeptProps) {
  const made = lines.filter(isUndoable);
  const count = counted(made.length, KINDS.ipPolicyRule.short);
  const policy = nameOf(made[0]?.line.body.ip_policy_id ?? "");
  return (
    <Note
      actions={
        <>
          <Button size="sm" aria-label={`Results of ${count} in ${policy}`} onClick={onShow}>
            Results
          </Button>
          <Button size="sm" icon="undo" aria-label={`Undo: delete ${count} in ${policy}`} onClick={onUndo}>
            Undo
          </Button>
        </>
      }
    >
      {count} created in {policy}.
    </Note>
  );
}
