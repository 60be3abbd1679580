import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { type CreatedCredential, credentials } from "#resources/credentials.ts";
import { AuthtokenFields, rulesOf } from "#components/authtoken-fields.tsx";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { CreateDialog } from "#components/create-dialog.tsx";
import { ownerIssues, OwnerField } from "#components/owner-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { useOwnerRule } from "#components/use-owner-rule.ts";
import { whoami } from "#resources/whoami.ts";
import { href } from "#resources/paths.ts";
import type { CredentialCreate } from "#contract/credential.ts";
import { AuthtokenDialog } from "./authtoken-dialog.tsx";

type Values = { description: string; acl: string[]; owner_id: string; metadata: string };

const DEFAULTS: Values = { description: "", acl: [], owner_id: "", metadata: "" };

/** The request for what was typed: an empty field is left out. */
function bodyOf({ description, acl, owner_id, metadata }: Values): CredentialCreate {
  const owner = owner_id.trim();
  return {
    ...writtenTexts({ description, metadata }),
    ...(acl.length > 0 ? { acl: rulesOf(acl) } : {}),
    ...(owner ? { owner_id: owner } : {}),
  };
}

/** The values of a copy, whose owner is left to be oneself where nobody else may be chosen. */
function useLike(id: string | null) {
  const query = useQuery({ ...credentials.detail(id ?? ""), enabled: id !== null });
  const { data: me, isPending } = useQuery(whoami);
  const may = useOwnerRule();
  const model = query.data;
  if (id !== null && (query.isPending || isPending)) return null;
  if (!model) return { defaults: DEFAULTS, intro: "" };
  const { description, metadata, acl, owner_id: owner } = model;
  const defaults: Values = {
    description: description ?? "",
    acl: acl ?? [],
    owner_id: owner && owner !== me?.principal.id && may(owner) ? owner : "",
    metadata: metadata ?? "",
  };
  const intro = `A copy of “${credentials.nameOf(model)}”, which keeps working until you delete it. `;
  return { defaults, intro };
}

/**
 * Creates an authtoken over the list, like the one that `?like=` names if it does, then shows it once with the command that
 * uses it. It lives in this component's state alone: no cache, storage, URL or log ever holds it.
 */
export function Component() {
  const [created, setCreated] = useState<CreatedCredential | null>(null);
  const { create } = useWrites(credentials);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const like = useLike(params.get("like"));
  const close = useCloseToList("like");
  if (created)
    return (
      <AuthtokenDialog
        created={created}
        onClosed={() => void navigate(href.authtokens(), { replace: true })}
      />
    );
  if (!like) return null;
  return (
    <CreateDialog
      of={credentials}
      description={`${like.intro}Agents connect with it. You see it once.`}
      defaults={like.defaults}
      bodyOf={bodyOf}
      issuesIn={ownerIssues}
      held="Wait for the answer. If you leave now, you may never see the authtoken."
      lost="It can’t be shown again"
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
