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
import { lazyPart } from "#ui/lazy-export.ts";
import type { MenuItems } from "#ui/menu-item.ts";
import { AuthtokenDetail } from "./authtoken-detail.tsx";
import { type Authtoken, authtokenTable, withSessions } from "./authtoken-columns.tsx";

const DeleteQuestion = lazyPart(() => import("./delete-question.tsx"), "DeleteQuestion");

const poll = credentials.every(15_000);
const pollSessions = tunnelSessions.every(15_000);
const PANEL = {
  title: credentials.nameOf,
  render: (authtoken: Authtoken) => <AuthtokenDetail key={authtoken.id} authtoken={authtoken} />,
};

const menuOf = ({ id }: Authtoken): MenuItems => [
  { label: "Edit…", icon: "edit", to: href.authtokenEdit(id) },
  { label: "Create one like it…", icon: "plus", to: href.authtokenNew(`?like=${id}`) },
];

/** /authtokens: every authtoken, what it permits, and how many agents use it now. */
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
      menuOf={menuOf}
      empty={<NoAuthtokens />}
      absentWords="They may still exist. Agents connect with them."
      removal={{
        words: <p>New agents can’t connect with it. You can’t undo this.</p>,
        Question: DeleteQuestion,
        remove: ({ id }) => remove(id),
      }}
    />
  );
}

function NoAuthtokens() {
  const request = { method: "POST", path: "/credentials", body: { description: "Shop floor" } };
  return (
    <EmptyState title="No authtokens yet">
      <div className="grid gap-4">
        <p>
          Agents connect with an authtoken. Create one here to get the command that starts an agent, or from a
          shell:
        </p>
        <CodeBlock label="the command" text={curlOf(request)} />
      </div>
    </EmptyState>
  );
}
