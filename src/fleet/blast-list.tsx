import { useQuery } from "@tanstack/react-query";
import { describeError } from "#api/errors.ts";
import { backends } from "#resources/backends.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { counted, plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { expectedBlink } from "./blinks.ts";
import { blastRadius, blastTitles, exposureName, type BlastRadius, type Exposure } from "./blast-radius.ts";
import { useBlinks } from "./use-blinks.ts";
import { CourseLine, type Course } from "./course-line.tsx";
import { failingApps } from "./failing-apps.ts";
import { excludedText, useExcluded } from "./excluded.ts";
import type { useServedInTime } from "./use-served.ts";

/** How many names are shown before the rest is asked for. */
const SHOWN = 5;

type Kind = Exclude<AgentCommand, "update">;

/** What goes offline when sessions end, for how long where they come back, and what stays up: counted, then by name. */
export function BlastList(props: {
  ids: readonly string[];
  kind: Kind;
  known: ReturnType<typeof useServedInTime>;
}) {
  const { ids, kind, known } = props;
  const { served, error } = known;
  const { data: sessions = [] } = useQuery(tunnelSessions.query);
  const nameOf = (id: string) => sessionName(sessions.find((one) => one.id === id) ?? { id, metadata: null });
  if (known.waiting)
    return <output className="block text-content-muted">Checking which URLs go offline…</output>;
  if (!served)
    return (
      <p>
        What goes offline is unknown.{" "}
        {error
          ? describeError(error, "load tunnels and endpoints").detail
          : "The service has not answered yet."}
      </p>
    );
  const asked = new Set(ids);
  const all = blastRadius(asked, served);
  const dark = all.dark.map((exposure) => ({
    ...exposure,
    status: failingApps(exposure.failing.map(nameOf)),
  }));
  const radius = { ...all, dark };
  return kind === "restart" ? (
    <>
      <NotBack sessions={sessions.filter(({ id }) => asked.has(id))} />
      <Restarted ids={ids} radius={radius} nameOf={nameOf} />
    </>
  ) : (
    <Groups radius={radius} titles={blastTitles(radius, nameOf)} dark="dark" />
  );
}

/** Agents that the service would refuse after the restart. */
function NotBack({ sessions }: { sessions: readonly TunnelSession[] }) {
  const excluded = useExcluded(sessions);
  if (excluded.length === 0) return null;
  return (
    <Note tone="warn">
      <strong>{counted(excluded.length, "agent")} can’t reconnect after the restart.</strong> The rules of{" "}
      {plural(excluded.length, "its authtoken don’t", "their authtokens don’t")} allow what{" "}
      {plural(excluded.length, "it serves", "they serve")}: {excludedText(excluded)}.
    </Note>
  );
}

/** A URL with why nothing else keeps it up, or how it is already. */
type Named = Exposure & { status?: string | null };
type Radius = Record<keyof BlastRadius, readonly Named[]> & Pick<BlastRadius, "already">;

/** Agents that restart are back after a moment: for how long their last restarts say. */
function Restarted({
  ids,
  radius,
  nameOf,
}: {
  ids: readonly string[];
  radius: Radius;
  nameOf: (id: string) => string;
}) {
  const blinks = useBlinks();
  const asked = new Set(ids);
  const down = new Set(
    radius.dark.flatMap(({ tunnels }) => tunnels.flatMap(({ tunnel_session: session }) => session?.id ?? [])),
  );
  const blink = blinks && expectedBlink(blinks([...asked].filter((id) => down.has(id))));
  const until = blink?.length ? ` for ${blink.length}` : " during the restart";
  return (
    <Groups
      radius={radius}
      titles={blastTitles(radius, nameOf, until)}
      dark="blink"
      note={radius.dark.length > 0 ? blink?.source : undefined}
    />
  );
}

function Groups(props: {
  radius: Radius;
  titles: ReturnType<typeof blastTitles>;
  dark: Course;
  note?: string | undefined;
}) {
  const { radius, titles, dark, note } = props;
  return (
    <div className="grid gap-3">
      <Group course={dark} title={titles.dark} note={note} exposures={radius.dark} />
      {titles.staysUp === null ? null : (
        <Group course="up" title={titles.staysUp} exposures={radius.staysUp} />
      )}
      {titles.already === null ? null : (
        <Group course="off" title={titles.already} exposures={radius.already} />
      )}
    </div>
  );
}

const ICONS: Record<Course, { name: IconName; tone: string }> = {
  up: { name: "ok", tone: "text-ok" },
  blink: { name: "bolt", tone: "text-warning" },
  dark: { name: "bolt", tone: "text-warning" },
  off: { name: "stop", tone: "text-content-muted" },
};

function Group(props: {
  course: Course;
  title: string;
  note?: string | undefined;
  exposures: readonly Named[];
}) {
  const { course, title, note, exposures } = props;
  const rest = exposures.slice(SHOWN);
  const { name, tone } = ICONS[exposures.length > 0 ? course : "up"];
  return (
    <div className="flex gap-2">
      <Icon name={name} className={`mt-0.5 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="font-strong">{title}</p>
        {note === undefined ? null : <p className="pb-1 text-content-muted">{note}</p>}
        <Names exposures={exposures.slice(0, SHOWN)} course={course} />
        {rest.length > 0 ? (
          <details>
            <summary className="w-fit cursor-pointer py-0.5 text-content-muted">
              and {rest.length} more
            </summary>
            <Names exposures={rest} course={course} />
          </details>
        ) : null}
      </div>
    </div>
  );
}

/** A backend without a URL is called as its page calls it, by its labels until it is read. */
function Name({ of }: { of: Exposure }) {
  const id = of.url === null && of.key.startsWith("backend ") ? of.key.slice("backend ".length) : "";
  const { data } = useQuery({ ...backends.detail(id), enabled: id !== "", staleTime: 30_000, retry: false });
  return data ? backends.nameOf(data) : exposureName(of);
}

function Names({ exposures, course }: { exposures: readonly Named[]; course: Course }) {
  return (
    <ul className="text-content-muted">
      {exposures.map((exposure) => (
        <li key={exposure.key} className="flex items-start gap-2">
          <CourseLine of={course} />
          <span className="min-w-0 flex-1 wrap-anywhere">
            <Name of={exposure} />
            {exposure.status ? ` · ${exposure.status}` : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
