import { useSearchParams } from "react-router-dom";
import { RefLink } from "#components/ref-link.tsx";
import { sessionName } from "#resources/session-name.ts";
import { breakable } from "#ui/breakable.tsx";
import { Note } from "#ui/note.tsx";
import { goneUrls } from "./gone-urls.ts";
import { useActions, useDepartures } from "./use-fleet.ts";

const MOST = 3;

/** Over a list that is searched for a URL whose agent left during this visit: whose it was, and when that left. */
export function GoneNote() {
  const [params] = useSearchParams();
  const left = useDepartures();
  const actions = useActions();
  return goneUrls(params.get("q") ?? "", left, actions)
    .slice(0, MOST)
    .map(({ url, departure: { session }, said }) => (
      <Note key={`${session.id} ${url}`}>
        <strong className="wrap-anywhere">{breakable(url)}</strong> is offline with its agent{" "}
        <RefLink reference={{ id: session.id }} name={sessionName(session)} known />. {said.text}.
      </Note>
    ));
}
