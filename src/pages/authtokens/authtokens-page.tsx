import { useWrites } from "#resources/writes.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { credentials } from "#resources/credentials.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { curlOf } from "#components/curl.ts";
import { ObjectPage } from "#table/object-page.tsx";
import { href } from "#resources/paths.ts";
import { useList } from "#table/use-list.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { counted } from "#ui/format.ts";
import { AuthtokenDetail } from "./authtoken-detail.tsx";
import { type Authtoken, authtokenTable, withSessions } from "./authtoken-columns.tsx";

const poll = credentials.every(15_000);
const pollSessions = tunnelSessions.every(15_000);
const PANEL = {
  title: credentials.nameOf,
  render: (authtoken: Authtoken) => <AuthtokenDetail key={authtoken.id} authtoken={authtoken} />,
};

/** /authtokens: every tunnel credential, what it permits, and how many agents use it now. */
export function Component() {
  const list = useList(credentials, poll);
  const { data: sessions } = useQuery({ ...tunnelSessions.query, refetchInterval: pollSessions });
  const rows = useMemo(() => withSessions(list.items, sessions), [list.items, sessions]);
  const { remove } = useWrites(credentials);
  return (
    <ObjectPage
      resource={credentials}
      table={authtokenTable}
      list={list}
      rows={rows}
      panel={PANEL}
      newTo={href.authtokenNew()}
      empty={<NoAuthtokens />}
      absentWords="Its agents log in with authtokens all the same: make and delete them where this service lets you."
      removal={{
        words: removalWords,
        remove: ({ id }) => remove(id),
      }}
    />
  );
}

function removalWords({ online }: Authtoken) {
  return (
    <>
      <p>
        {online === null
          ? "How many agents use it now is not known. "
          : online === 0
            ? "No agent that is online uses it. "
            : `${counted(online, "session that is online uses it and ends", "sessions that are online use it and end")}, at once or when the agent next reconnects. `}
        No agent can log in with it any more.
      </p>
      <p>This can’t be undone: the authtoken is gone, and a new one has another text.</p>
    </>
  );
}

function NoAuthtokens() {
  const request = { method: "POST", path: "/credentials", body: { description: "Shop floor" } };
  return (
    <EmptyState title="No authtokens yet">
      <div className="grid gap-4">
        <p>
          An agent logs in with an authtoken; an ACL may limit what it can bind. Make one with “New
          authtoken”, which ends on the command to paste, or from a shell:
        </p>
        <CodeBlock label="the command" text={curlOf(request)} />
      </div>
    </EmptyState>
  );
}
