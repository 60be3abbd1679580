import { useQuery } from "@tanstack/react-query";
import { AuthtokenFields, rulesOf } from "#components/authtoken-fields.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { CredentialUpdate, type Credential } from "#contract/credential.ts";
import { parse } from "#contract/issues.ts";
import { EditPage } from "#editing/edit-page.tsx";
import { PendingChange } from "#editing/pending-change.tsx";
import { plainForm } from "#editing/plain-form.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import { type Excluded, excludedOf, excludedText } from "#fleet/excluded.ts";
import { sameJson } from "#forms/json.ts";
import { credentials } from "#resources/credentials.ts";
import { FIELD_LABELS } from "#resources/field-labels.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { counted, plural } from "#ui/format.ts";
import { useAskOnceRead } from "#modules/editor/use-once-known.ts";
import { useUsers } from "#fleet/use-users.ts";

const { description, acl, metadata } = FIELD_LABELS.credential;

const form = plainForm<{ description: string; acl: string[]; metadata: string }>({
  title: "Authtoken",
  labels: { description, acl, metadata },
  empty: { description: "", acl: [], metadata: "" },
  read: (values) => ({ ...values, acl: rulesOf(values["acl"] as string[]) }),
  check: (_, changes) =>
    Object.keys(changes).length === 0 ? [] : (parse(CredentialUpdate, changes).issues ?? []),
});

/** What an authtoken permits, and for whom it is; its owner stays. */
export function Component() {
  return (
    <EditPage of={credentials}>
      {(authtoken, onEdited) => (
        <AuthtokenForm key={authtoken.id} authtoken={authtoken} onEdited={onEdited} />
      )}
    </EditPage>
  );
}

type Props = { authtoken: Credential; onEdited: (edited: boolean) => void };

function AuthtokenForm({ authtoken, onEdited }: Props) {
  const users = useUsers(authtoken.id);
  const { data: sessions } = useQuery(tunnelSessions.query);
  const { data: served } = useQuery(tunnels.query);
  const latest = form.editableOf(authtoken);
  const ask = useAskOnceRead(({ acl: rules }: typeof latest) => {
    if (sameJson(rules, latest.acl)) return null;
    if (rules.length === 0) return withoutRules(credentials.nameOf(authtoken));
    return sessions && served ? questionOf(excludedOf(users, served, () => rules)) : UNREAD;
  });
  return (
    <ResourceForm
      of={credentials}
      form={form}
      object={authtoken}
      name="authtoken"
      side={null}
      onEdited={onEdited}
      ask={ask}
    >
      <AuthtokenFields afterRules=" Online agents keep what they serve until they reconnect." />
      <MetadataField />
      <PendingChange form={form} latest={latest} path={credentials.pathOf(authtoken.id)} />
    </ResourceForm>
  );
}

const withoutRules = (name: string) => ({
  title: `Save “${name}” without rules?`,
  label: "Save without rules",
  words: <p>Agents with this authtoken can then serve any domain, address and label.</p>,
  isUnread: false,
});

/** What the rules would lock out can’t be told. */
const UNREAD = {
  title: "Save the new rules?",
  label: "Save anyway",
  words: <p>This may lock out online agents. What they serve could not be loaded.</p>,
  isUnread: true,
};

/** What the rules would lock out that is online now. */
function questionOf(excluded: readonly Excluded[]) {
  const count = excluded.length;
  if (count === 0) return null;
  return {
    title: `Lock out ${counted(count, "online agent")}?`,
    label: "Save and lock out",
    isUnread: false,
    words: (
      <p className="wrap-anywhere">
        The new rules don’t allow what {plural(count, "it serves", "they serve")}: {excludedText(excluded)}.{" "}
        {plural(count, "It stays", "They stay")} online until{" "}
        {plural(count, "it reconnects", "they reconnect")}, for example after a restart. Then the service
        refuses {plural(count, "it", "them")}.
      </p>
    ),
  };
}
