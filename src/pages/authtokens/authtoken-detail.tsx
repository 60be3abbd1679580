import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { Link } from "react-router-dom";
import { credentials } from "#resources/credentials.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { OwnerName } from "#components/owner-name.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import { href } from "#resources/paths.ts";
import { NOT_SHOWN } from "#resources/texts.ts";
import { RefLink } from "#components/ref-link.tsx";
import { sessionName } from "#resources/session-name.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Properties } from "#ui/properties.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { onlineText, permitsAll, type Authtoken } from "./authtoken-columns.tsx";
import { useUsers } from "#fleet/use-users.ts";

/** Sessions named one by one; the list of sessions has them all. */
const NAMED_MAX = 8;

/** An authtoken beside the list: what it permits, whose it is, who uses it now. */
export function AuthtokenDetail({ authtoken }: { authtoken: Authtoken }) {
  const { online, ...credential } = authtoken;
  const { id, acl, owner_id: owner, created_at: created, metadata } = credential;
  return (
    <>
      <Properties
        rows={[
          { label: "ID", value: <CopyId id={id} /> },
          {
            label: "Can serve",
            value: permitsAll(credential) ? (
              "Everything"
            ) : (
              <ul className="m-0 grid gap-1 font-mono text-xs">
                {acl?.map((rule) => (
                  <li key={rule}>{rule}</li>
                ))}
              </ul>
            ),
          },
          { label: "Owner", value: owner ? <OwnerName id={owner} /> : NOT_SHOWN },
          { label: "Created", value: <RelativeTime at={created} /> },
          { label: "Token", value: "Shown once, when it was created" },
          { label: "Online now", value: <Users id={id} online={online} /> },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={href.authtokenEdit(id)}>Edit authtoken</ButtonLink>
        <ButtonLink to={href.authtokenNew(`?like=${id}`)}>Create one like it</ButtonLink>
        <CopyObject of={credentials} object={credential} />
      </div>
      <MetadataPanel text={metadata} />
      <HistoryPanel id={credential.id} />
    </>
  );
}

function Users({ id, online }: { id: string; online: number | null }) {
  const users = useUsers(id);
  if (online === null || online === 0) return onlineText(online);
  return (
    <ul className="m-0 grid gap-1">
      {users.slice(0, NAMED_MAX).map((session) => (
        <li key={session.id}>
          <RefLink reference={session} name={sessionName(session)} known />
        </li>
      ))}
      {users.length > NAMED_MAX ? (
        <li>
          <Link to={href.sessions()} className="link-quiet">
            and {users.length - NAMED_MAX} more
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
