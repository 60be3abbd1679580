import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { type CreatedCredential, credentials } from "#resources/credentials.ts";
import { AuthtokenFields, normalRule } from "#components/authtoken-fields.tsx";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { CreateDialog } from "#components/create-dialog.tsx";
import { ownerIssues, OwnerField } from "#components/owner-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { href } from "#resources/paths.ts";
import type { CredentialCreate } from "#contract/credential.ts";
import { AuthtokenDialog } from "./authtoken-dialog.tsx";

type Values = { description: string; acl: string[]; owner_id: string; metadata: string };

const DEFAULTS: Values = { description: "", acl: [], owner_id: "", metadata: "" };

/** The request for what was typed: an empty field is left out; a rule keeps its place, so that a fault is told at its line. */
function bodyOf({ description, acl, owner_id, metadata }: Values): CredentialCreate {
  const owner = owner_id.trim();
  return {
    ...writtenTexts({ description, metadata }),
    ...(acl.length > 0 ? { acl: acl.map(normalRule) } : {}),
    ...(owner ? { owner_id: owner } : {}),
  };
}

/**
 * Creates an authtoken over the list, then shows it once with the command that uses it. It lives in this component's state
 * alone: no cache, storage, URL or log ever holds it.
 */
export function Component() {
  const [created, setCreated] = useState<CreatedCredential | null>(null);
  const { create } = useWrites(credentials);
  const navigate = useNavigate();
  const close = useCloseToList();
  if (created)
    return (
      <AuthtokenDialog
        created={created}
        onClosed={() => void navigate(href.authtokens(), { replace: true })}
      />
    );
  return (
    <CreateDialog
      of={credentials}
      description="Agents connect with it. You see it once, with the command that starts an agent."
      defaults={DEFAULTS}
      bodyOf={bodyOf}
      issuesIn={ownerIssues}
      held="Wait for the answer. If you leave now, you may never see the authtoken."
      unsure="The authtoken may exist. Check the list behind this dialog before you try again. If it is there, delete it, because it can’t be shown again."
      create={create}
      onMade={setCreated}
      onClose={close}
    >
      <AuthtokenFields />
      <OwnerField />
      <MetadataField />
    </CreateDialog>
  );
}
