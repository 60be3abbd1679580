import { ownerIdOf } from "#resources/module-owner.ts";
import type { ModuleAddress } from "#resources/modules.ts";
import type { CheckedForm } from "#editing/use-checked-form.ts";
import { lazyPart } from "#ui/lazy-export.ts";

const PreviewNote = lazyPart(() => import("#traffic/preview-note.tsx"), "PreviewNote");

type Props = {
  address: ModuleAddress;
  editor: CheckedForm;
  /** The kind of the module that goes off with a save. */
  off: string | undefined;
};

/** The module as a save would leave it, with what goes off then. */
export function draftOf({ address, editor, off }: Props) {
  const module = { owner_id: ownerIdOf(address), kind: address.kind, request: editor.request };
  return off === undefined ? module : { ...module, off: [off] };
}

/** What the changes would have done to visitors; nothing without changes, or while they can’t be saved. */
export function ModulePreview(props: Props) {
  const { editor } = props;
  if (editor.changes.length === 0 || editor.issues.length > 0) return null;
  return (
    <div className="mt-4">
      <PreviewNote draft={{ module: draftOf(props) }} />
    </div>
  );
}
