import { useQuery } from "@tanstack/react-query";
import { addAgentHref } from "#resources/add-agent-href.ts";
import { backends } from "#resources/backends.ts";
import { backendRef, leadOf, leadWords } from "#resources/edge-way.ts";
import { useLiveTunnels } from "#resources/live-tunnels.ts";
import { startWords } from "#resources/start-words.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { useEditedModule } from "../kit/module-context.ts";

/** That no agent serves the backend that is stored, and how to start one. */
export function NoAgentNote() {
  const edited = useEditedModule();
  const live = useLiveTunnels();
  const owner = { backend: edited?.answer };
  const lead = edited?.answer ? leadOf(owner, { live }) : "unknown";
  const id = lead === "no tunnel" ? backendRef(owner)?.id : undefined;
  const { data } = useQuery({ ...backends.detail(id ?? ""), enabled: id !== undefined, retry: false });
  if (id === undefined) return null;
  const what = edited?.address.owner === "route" ? "Requests" : "Connections";
  const start = data && startWords([data]);
  return (
    <Note
      tone="bad"
      actions={
        <ButtonLink size="sm" to={addAgentHref(data?.labels ?? {})}>
          Add agent
        </ButtonLink>
      }
    >
      {start ? `${what} fail. ${start}` : leadWords(lead, what).why}
    </Note>
  );
}
