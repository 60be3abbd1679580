import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { leftWords, saidText, saysMore, stateWords, type Said } from "#fleet/action-text.ts";
import type { FleetAction } from "#fleet/action.ts";
import { leftAtOf } from "#fleet/how-left.ts";
import { AUTHTOKEN_DELETED, useAuthtokenDeleted } from "#fleet/use-authtoken-deleted.ts";
import { Pill, Status } from "#ui/status.tsx";
import { clockMinute, useTimed } from "#ui/time.tsx";
import { awaitsStart, type SessionRow } from "./session-rows.ts";

type Props = {
  row: SessionRow;
  /** Whether its authtoken was deleted, for certain. */
  isDeleted: boolean;
  /** Whether there is room for a word alone. */
  isBrief: boolean;
};

/** What the status of a row says: of an agent that left, how and when before all else. */
function saidOf({ row, isDeleted }: Omit<Props, "isBrief">, now: number): Said {
  const { id, online, shown, departure, actions } = row;
  const own = shown && saysMore(shown, id) && shown.endedBy !== "stop";
  if (!online && departure && !own) {
    const left = leftWords(departure, actions);
    // Alone in a narrow column: unlike others it can't come back by itself.
    if (isDeleted)
      return {
        ...left,
        text: AUTHTOKEN_DELETED.text,
        detail: `${left.text}. ${AUTHTOKEN_DELETED.detail}`,
      };
    // Its column has no room for more: its update is told beside its version.
    return awaitsStart(row) ? { ...left, detail: "Update installed. Start it on its host." } : left;
  }
  if (shown) return stateWords(shown, now);
  if (online && departure)
    return {
      tone: "ok",
      text: "Online again",
      detail: `It left at ${clockMinute(leftAtOf(departure, actions))}.`,
    };
  return online ? { tone: "ok", text: "Online" } : { tone: "off", text: "Offline" };
}

/** The status of a row that is not just online: what it was told and what came of it, or how it left, and why it stays away. */
export function RowState(of: Omit<Props, "isDeleted">) {
  const authtoken = of.row.online ? undefined : of.row.session.credential?.id;
  return authtoken === undefined ? <Shown {...of} isDeleted={false} /> : <Away {...{ ...of, authtoken }} />;
}

function Away({ authtoken, ...of }: Omit<Props, "isDeleted"> & { authtoken: string }) {
  return <Shown {...of} isDeleted={useAuthtokenDeleted(authtoken)} />;
}

function Shown(of: Props) {
  const { row, isBrief } = of;
  const tone = useTimed((now) => saidOf(of, now).tone);
  const text = useTimed((now) => saidOf(of, now).text);
  const title = useTimed((now) => saidText(saidOf(of, now)));
  return (
    <Link
      to={href.session(row.id)}
      title={title}
      className="inline-flex min-h-6 max-w-full min-w-0 align-middle hover:underline"
    >
      <Status tone={tone}>{isBrief && tone === "ok" ? "Online" : text}</Status>
    </Link>
  );
}

/** That the last update of an agent did not take, and why on hover. */
export function FailedUpdate({ action }: { action: FleetAction }) {
  const said = stateWords(action, action.sentAt);
  return (
    <span title={saidText(said)} className="flex-none">
      <Pill tone="bad">{said.text}</Pill>
    </span>
  );
}
