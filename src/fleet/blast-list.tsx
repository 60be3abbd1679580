import { useQuery } from "@tanstack/react-query";
import { describeError } from "#api/errors.ts";
import { backends } from "#resources/backends.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { blastRadius, blastTitles, exposureName, type Exposure } from "./blast-radius.ts";
import type { useServedInTime } from "./use-served.ts";

/** How many names are shown before the rest is asked for. */
const SHOWN = 5;

/** What goes offline when sessions end and what stays up: counted, then by name. `until` follows "go offline". */
export function BlastList(props: {
  ids: readonly string[];
  until: string;
  known: ReturnType<typeof useServedInTime>;
}) {
  const { ids, until, known } = props;
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
  const radius = blastRadius(new Set(ids), served);
  const { dark, staysUp, already } = blastTitles(radius, nameOf, until);
  return (
    <div className="grid gap-3">
      <Group icon={radius.dark.length > 0 ? "bolt" : "ok"} title={dark} exposures={radius.dark} />
      {staysUp === null ? null : <Group icon="ok" title={staysUp} exposures={radius.staysUp} />}
      {already === null ? null : <Group icon="stop" title={already} exposures={radius.already} />}
    </div>
  );
}

function Group(props: { icon: IconName; title: string; exposures: readonly Exposure[] }) {
  const { icon, title, exposures } = props;
  const rest = exposures.slice(SHOWN);
  return (
    <div className="flex gap-2">
      <Icon
        name={icon}
        className={`mt-0.5 ${icon === "ok" ? "text-ok" : icon === "bolt" ? "text-warning" : "text-content-muted"}`}
      />
      <div className="min-w-0 flex-1">
        <p className="font-strong">{title}</p>
        <Names exposures={exposures.slice(0, SHOWN)} />
        {rest.length > 0 ? (
          <details>
            <summary className="w-fit cursor-pointer py-0.5 text-content-muted">{rest.length} more</summary>
            <Names exposures={rest} />
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

function Names({ exposures }: { exposures: readonly Exposure[] }) {
  return (
    <ul className="text-content-muted">
      {exposures.map((exposure) => (
        <li key={exposure.key} className="wrap-anywhere">
          <Name of={exposure} />
        </li>
      ))}
    </ul>
  );
}
