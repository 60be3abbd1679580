import { ownerIdOf } from "#resources/module-owner.ts";
import type { ModuleAddress } from "#resources/modules.ts";
import type { CheckedForm } from "#editing/use-checked-form.ts";
import { lazyPart } from "#ui/lazy-export.ts";

const PreviewNote = lazyPart(() => import("#traffic/preview-note.tsx"), "PreviewNote");

/** What the changes would have done to visitors; nothing without changes, or while they can’t be saved. */
export function ModulePreview({ address, editor }: { address: ModuleAddress; editor: CheckedForm }) {
  if (editor.changes.length === 0 || editor.issues.length > 0) return null;
  const owner_id = ownerIdOf(address);
  return (
    <div className="mt-4">
      <PreviewNote draft={{ module: { owner_id, kind: address.kind, request: editor.request } }} />
    </div>
  );
}
