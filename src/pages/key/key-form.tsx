import type { ReactNode } from "react";
import { apiKeys } from "#resources/api-keys.ts";
import { MetadataField } from "#components/metadata-field.tsx";
import { ApiKeyUpdate, type ApiKey } from "#contract/api-key.ts";
import { DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import { parse } from "#contract/issues.ts";
import { PendingChange, plainDefinition, usePlainWrites } from "#editing/plain-form.tsx";
import { ResourceForm } from "#editing/resource-form.tsx";
import { BytesField } from "#forms/fields.tsx";
import { jsonText } from "#forms/json.ts";

const keyDefinition = plainDefinition({
  title: "Key",
  labels: { description: "Used by", metadata: "Metadata" },
  check: (request) => parse(ApiKeyUpdate, request).issues ?? [],
  show: (value) => (value === "" ? "empty" : jsonText(value)),
});

const editableOf = ({ description, metadata }: ApiKey) => ({
  description: description ?? "",
  metadata: metadata ?? "",
});

/** Description and metadata of a key. Mount it with the key's id as `key`. */
export function KeyForm(props: { apiKey: ApiKey; side: ReactNode; onEdited: (edited: boolean) => void }) {
  const { apiKey, side, onEdited } = props;
  const latest = editableOf(apiKey);
  return (
    <ResourceForm
      definition={keyDefinition}
      writes={usePlainWrites(apiKeys, apiKey.id, editableOf)}
      latest={latest}
      name="key"
      side={side}
      onEdited={onEdited}
    >
      {() => (
        <>
          <BytesField
            name="description"
            label="Used by"
            maxBytes={DESCRIPTION_MAX_BYTES}
            hint="What uses the key. It is its name in every list."
          />
          <MetadataField lines={6} what="Anything of yours." />
          <PendingChange definition={keyDefinition} path={apiKeys.pathOf(apiKey.id)} latest={latest} />
        </>
      )}
    </ResourceForm>
  );
}
