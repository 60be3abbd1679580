import { useQueryClient } from "@tanstack/react-query";
import { KINDS } from "#resources/kinds.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { counted, plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { heldDrafts } from "./drafts.ts";

/** That routes of an edge are restored but for what has to be entered again, and the way to it. */
export function WaitingRoutes({ edgeId }: { edgeId: string }) {
  const waiting = heldDrafts(useQueryClient(), edgeId);
  if (waiting.length === 0) return null;
  return (
    <Note
      tone="warn"
      actions={
        <ButtonLink to={href.routeNew(edgeId)} size="sm">
          Finish restoring
        </ButtonLink>
      }
    >
      <strong>
        {counted(waiting.length, KINDS.route.noun)} {plural(waiting.length, "isn’t", "aren’t")} restored yet:{" "}
        {waiting.map(({ body }) => body.match).join(", ")}.
      </strong>{" "}
      This browser keeps {plural(waiting.length, "it", "them")} until you reload or sign out.
    </Note>
  );
}
