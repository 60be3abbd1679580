import { FIELD_LABELS } from "#resources/field-labels.ts";
import type { ReactNode } from "react";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { ApiKeyUpdate, type ApiKey } from "#contract/api-key.ts";
import { parse } from "#contract/issues.ts";
import { PendingChange } from "#editing/pending-change.tsx";
import { plainForm } from "#editing/plain-form.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import { apiKeys } from "#resources/api-keys.ts";

const keyForm = plainForm({
  title: "Key",
  labels: FIELD_LABELS.apiKey,
  empty: { description: "", metadata: "" },
  check: (request) => parse(ApiKeyUpdate, request).issues ?? [],
});

type Props = { apiKey: ApiKey; side: ReactNode; onEdited: (edited: boolean) => void };

/** Description and metadata of a key. Mount it with the key's id as `key`. */
export function KeyForm({ apiKey, ...rest }: Props) {
  return (
    <ResourceForm of={apiKeys} form={keyForm} object={apiKey} name="key" {...rest}>
      <DescriptionField label="Used by" hint="What uses the key. Shown in lists." />
      <MetadataField lines={6} />
      <PendingChange form={keyForm} latest={keyForm.editableOf(apiKey)} path={apiKeys.pathOf(apiKey.id)} />
    </ResourceForm>
  );
}
