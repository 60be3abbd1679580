import { useDialogParam } from "#components/use-dialog-param.ts";
import type { OwnerAddress } from "#resources/module-owner.ts";
import type { JsonObject } from "#forms/json.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";

const AddModuleDialog = lazyPart(() => import("./add-module-dialog.tsx"), "AddModuleDialog");

/** Opens the choice of modules that an owner does not have yet; nothing when it has them all. */
export function AddModule(props: {
  address: OwnerAddress;
  kinds: readonly string[];
  owner: JsonObject;
  /** Of a route. */
  edge?: JsonObject | undefined;
}) {
  const { isOpen, open, close } = useDialogParam("add-module");
  if (props.kinds.length === 0) return null;
  return (
    <>
      <Button size="sm" icon="plus" onClick={open}>
        Add module
      </Button>
      {isOpen ? <AddModuleDialog {...props} onClose={close} /> : null}
    </>
  );
}
