import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { apiKeys, isKeyInUse } from "#resources/api-keys.ts";
import { credentials } from "#resources/credentials.ts";
import type { ApiError } from "#api/errors.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { ID_PREFIXES, idOf } from "#contract/common.ts";
import type { Credential } from "#contract/credential.ts";
import type { Issue } from "#contract/error.ts";
import { Combobox } from "#forms/combobox.tsx";
import { FieldRow } from "#forms/field-row.tsx";
import { useField } from "#forms/use-field.ts";
import { notAnId, waysOf } from "./list-note.ts";
import { useOwnerNames } from "./owner-name.tsx";
import { ownersOf, YOU } from "./owners.ts";
import { useIsAdmin, useOwnerRule } from "./use-owner-rule.ts";
import { shortenId } from "#ui/format.ts";
import { whoami } from "#resources/whoami.ts";
import { ownerKind } from "#resources/owner-kind.ts";

/** So many of the known owners are looked up by their names. */
const NAMED_MAX = 50;
const PREFIX = `${ID_PREFIXES.user}_`;
const EXAMPLE = `${PREFIX}2mYzKqvX8dR4tJ6wPn0sLhGcBfA`;
const NO_KEYS: readonly ApiKey[] = [];
const NO_CREDENTIALS: readonly Credential[] = [];

/** Who owns what is created: oneself while it is empty; known owners are those of the keys and authtokens there are. */
export function OwnerField() {
  const control = useField("owner_id", { described: true });
  const { field, aria, text, trim } = control;
  const { data: keys = NO_KEYS } = useQuery(apiKeys.query);
  const { data: tokens = NO_CREDENTIALS } = useQuery({ ...credentials.query, retry: false });
  const { data } = useQuery(whoami);
  const may = useOwnerRule();
  const isAdmin = useIsAdmin();
  const ids = useMemo(
    () => ownersOf(keys, tokens, (id) => isKeyInUse(id) === true).filter(({ id }) => may(id)),
    [keys, tokens, may],
  );
  const names = useOwnerNames(ids.slice(0, NAMED_MAX).map(({ id }) => id));
  const owners = ids.map(({ id, who, owns }) => ({
    id,
    names: [who === YOU ? who : "", names.get(id) ?? ""].map((name) => name.toLowerCase()),
    label: who === YOU ? who : names.get(id) || `${who} (${shortenId(id)})`,
    owns: isAdmin(id) ? `${owns} · Admin` : owns,
  }));
  /** A name that is typed whole, and is the only such one, is taken for its ID. */
  const settle = () => {
    const typed = text.trim().toLowerCase();
    const [meant, ...others] = owners.filter(({ names: own }) => typed !== "" && own.includes(typed));
    if (meant && others.length === 0) field.onChange(meant.id);
    else trim();
  };
  const known = owners.find(({ id }) => id === text.trim());
  const choosing = {
    one: "owner",
    prefix: PREFIX,
    choices: keys === NO_KEYS ? undefined : owners,
    creates: false,
  };
  const ofTyped = isId(text.trim())
    ? `Owns nothing listed here yet (${ownerKind(text.trim())})`
    : waysOf(choosing);
  const ofOwner = known ? `${known.owns} · ${shortenId(known.id)}` : ofTyped;
  // What is left empty says too whose it is, and what that may do.
  const says = text.trim() === "" ? data?.admin === true && "You, an admin" : ofOwner;
  return (
    <FieldRow
      label="Owner"
      hint={`${data?.admin === false ? "Only admins can choose someone else. " : ""}You can’t change it later.`}
      control={control}
      empty=""
      // People are known by name only where they own something.
      renderFault={(fault) =>
        isId(text.trim()) ? fault : `${notAnId(text.trim(), choosing)}. Example: ${EXAMPLE}`
      }
      extra={control.error || !says ? null : <span className="ml-auto">{says}</span>}
    >
      <Combobox
        {...field}
        {...aria}
        value={text}
        options={owners.map(({ id, label, owns }) => ({ value: id, label, detail: `${owns} · ${id}` }))}
        named
        note={`Lists owners of keys and authtokens. For anyone else, enter an ID that starts with ${PREFIX}`}
        mono
        placeholder="You, or choose an owner"
        onText={field.onChange}
        onBlur={settle}
        // Enter saves before the field is left.
        onKeyDown={({ key }) => (key === "Enter" ? settle() : undefined)}
        onPick={field.onChange}
      />
    </FieldRow>
  );
}

const isId = (text: string) => idOf("user").safeParse(text).success;

const OWNER_CODES = /_(628|630|635)$/;

/** The service's refusal of an owner (protocol-facts.md#owners, 628, 630, 635), at its field. */
export function ownerIssues(
  { code, msg, issues }: ApiError,
  body: { owner_id?: string | null | undefined },
): Issue[] {
  if ((body.owner_id ?? null) === null || issues.length > 0) return [];
  return OWNER_CODES.test(code ?? "") ? [{ path: ["owner_id"], message: msg }] : [];
}
