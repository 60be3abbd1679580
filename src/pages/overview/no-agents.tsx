import { useAnyEnded } from "#fleet/watch-departures.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";

/** In an account without an agent online: how to start one, once it is known whether one left (`lost`). */
export function NoAgents({ lost }: { lost: boolean }) {
  if (useAnyEnded() === undefined) return null;
  return (
    <Note
      {...(lost ? { tone: "warn" as const } : {})}
      actions={
        <ButtonLink to={href.sessions("?add")} size="sm" icon="plus">
          Add agent
        </ButtonLink>
      }
    >
      <strong>No agent is online.</strong>{" "}
      {lost ? "Everything your agents served is offline." : "Start one to get a public URL."}
    </Note>
  );
}
