import { useQuery } from "@tanstack/react-query";
import { backendRef, leadOf, leadWords, type Serving } from "#resources/edge-way.ts";
import { href } from "#resources/paths.ts";
import { kindOf, refHref } from "#resources/ref-target.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { failingBehind } from "./failing-apps.ts";
import { HowToServe } from "./last-server.tsx";

type Owner = Parameters<typeof leadOf>[0];
type Props = { owner: Owner; serving: Serving; edge?: Owner };

/** Why requests to a route, or connections to an edge, fail, and what to do: where no agent is online, the labels to start one with, if they can be read. */
export function WhyBroken({ owner, serving, edge }: Props) {
  const lead = leadOf(owner, serving, edge);
  const what = kindOf(String(owner["id"])) === "route" ? "Requests" : "Connections";
  const { why } = leadWords(lead, what);
  const { data: sessions } = useQuery({ ...tunnelSessions.query, staleTime: 15_000 });
  const whose = failingBehind(owner, serving, (id) => {
    const session = sessions?.find((one) => one.id === id);
    return session && sessionName(session);
  });
  const backend = lead === "no tunnel" ? backendRef(owner) : null;
  if (backend) return <HowToServe backendId={backend.id} fails={`${what} fail. `} otherwise={why} />;
  return whose === null ? why : `${whose}. ${why}`;
}

/** {@link WhyBroken} at the head of a page, with what mends it: the backend unless it is given, nothing where that is null. */
export function BrokenNote({ mend, ...of }: Props & { mend?: { label: string; to: string } | null }) {
  const backend = backendRef(of.owner);
  const { label, to } = {
    label: "Show backend",
    to: (backend && refHref(backend)) ?? href.backends(),
    ...mend,
  };
  return (
    <Note
      tone={leadOf(of.owner, of.serving, of.edge) === "no address" ? "warn" : "bad"}
      actions={
        mend === null ? undefined : (
          <ButtonLink size="sm" to={to}>
            {label}
          </ButtonLink>
        )
      }
    >
      <WhyBroken {...of} />
    </Note>
  );
}
