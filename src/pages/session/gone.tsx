import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { Note } from "#ui/note.tsx";
import { shortenId } from "#ui/format.ts";

/** Says that a session is not online, and what came after it as far as this browser saw. */
export function Gone({ id, known, successor }: { id: string; known: boolean; successor: string | null }) {
  if (successor !== null) {
    return (
      <Note tone="ok">
        Restarted; now{" "}
        <Link to={href.session(successor)} className="link font-mono text-xs">
          {shortenId(successor)}
        </Link>
        .
      </Note>
    );
  }
  return (
    <Note>
      {known
        ? "This session is no longer online. The service lists online sessions only; an agent that comes back has a new id."
        : `No session ${id} is online. It may have ended: the service knows online sessions only, and an agent that comes back has a new id.`}{" "}
      <Link to={href.sessions()} className="link">
        All sessions
      </Link>
    </Note>
  );
}
