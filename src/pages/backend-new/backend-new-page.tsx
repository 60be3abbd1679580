import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { useNavigate } from "react-router-dom";
import { backends } from "#resources/backends.ts";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { href } from "#resources/paths.ts";
import type { TunnelGroupBackendCreate } from "#contract/backend.ts";
import { EntriesField, type Entry } from "#forms/entries-field.tsx";
import { useToast } from "#ui/toast.tsx";

type Values = { description: string; labels: Entry[]; metadata: string };

const DEFAULTS: Values = { description: "", labels: [{ name: "", value: "" }], metadata: "" };

/** The request for what was typed: empty fields are left out, blank rows dropped. */
export function bodyOf({ description, labels, metadata }: Values): TunnelGroupBackendCreate {
  const filled = labels.filter(({ name, value }) => name.trim() !== "" || value !== "");
  return {
    ...writtenTexts({ description, metadata }),
    labels: Object.fromEntries(filled.map(({ name, value }) => [name.trim(), value])),
  };
}

/** Makes a tunnel group backend in a dialog over the list. */
export function Component() {
  const { create } = useWrites(backends);
  const navigate = useNavigate();
  const toast = useToast();
  const close = () => void navigate(href.backends(), { replace: true });
  return (
    <CreateDialog
      of={backends}
      description="It serves through every tunnel whose labels include all of these."
      defaults={DEFAULTS}
      bodyOf={bodyOf}
      onCreate={async (body) => {
        const { tunnels } = await create(body);
        const count = tunnels?.length ?? 0;
        toast({
          tone: "ok",
          text:
            count > 0 ? `Created. ${count} of the tunnels online match.` : "Created. No tunnel matches yet.",
        });
        close();
      }}
      onClose={close}
    >
      <DescriptionField placeholder="Shop" />
      <EntriesField
        name="labels"
        label="Labels"
        one="label"
        hint="A tunnel must have all of them. At least one; a name may stand once."
      />
      <MetadataField />
    </CreateDialog>
  );
}
