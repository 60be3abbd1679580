import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { apiKeys, type CreatedApiKey } from "#resources/api-keys.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DeleteKeyDialog } from "#components/lazy-delete-key-dialog.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";
import { CreateDialog } from "#components/create-dialog.tsx";
import { ownerIssues, OwnerField } from "#components/owner-field.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import type { ApiKeyCreate } from "#contract/api-key.ts";

/** Why nothing leaves while the answer is on its way. */
const HELD = "Wait for the answer. If you leave now, you may never see the key’s token.";

type Values = { description: string; owner_id: string; metadata: string };

const DEFAULTS: Values = { description: "", owner_id: "", metadata: "" };

/** The request for what was typed: an empty field is left out. */
function bodyOf({ description, owner_id, metadata }: Values): ApiKeyCreate {
  const owner = owner_id.trim();
  return {
    ...writtenTexts({ description, metadata }),
    ...(owner ? { owner_id: owner } : {}),
  };
}

/** Asks what the key is for and whose it is, and creates it. What was typed stays through every failure. */
export function NewKeyDialog(props: {
  /** The key that was created here before a reload. */
  earlier: string | null;
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const { create } = useWrites(apiKeys);
  return (
    <CreateDialog
      of={apiKeys}
      description="A key can read, change and delete everything in the account, including other people’s keys. Only an admin’s key can create keys and authtokens for others. You see the token once, when you create it."
      defaults={DEFAULTS}
      bodyOf={bodyOf}
      issuesIn={ownerIssues}
      held={HELD}
      lost="Its token can’t be shown again"
      create={create}
      onMade={props.onCreated}
      onClose={props.onClose}
    >
      {props.earlier === null ? null : <Earlier id={props.earlier} />}
      <DescriptionField
        label="Used by"
        placeholder="CI deploys, main branch"
        hint="What uses the key. Shown in lists."
      />
      <OwnerField />
      <MetadataField />
    </CreateDialog>
  );
}

/** Says of a key that was created here before a reload that it is there. */
function Earlier({ id }: { id: string }) {
  const { data } = useQuery(apiKeys.detail(id));
  const [phase, setPhase] = useState<"there" | "asked" | "deleted">("there");
  if (!data || phase === "deleted") return null;
  return (
    <Note tone="warn">
      You created {data.description ? <strong>{data.description} </strong> : null}
      <CopyId id={id} /> earlier. Its token can’t be shown again. If you don’t have it,{" "}
      <button type="button" className="link" onClick={() => setPhase("asked")}>
        delete the key
      </button>
      .
      {phase === "asked" ? (
        <DeleteKeyDialog
          apiKey={data}
          onClose={() => setPhase((now) => (now === "asked" ? "there" : now))}
          onDeleted={() => setPhase("deleted")}
        />
      ) : null}
    </Note>
  );
}
