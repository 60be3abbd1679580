import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";

/** In an account without an agent online: how to start one. `lost` = one left during this visit. */
export function NoAgents({ lost }: { lost: boolean }) {
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
