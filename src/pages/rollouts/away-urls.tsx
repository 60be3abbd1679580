import { exposuresOf, exposureUrl } from "#fleet/blast-radius.ts";
import { BatchUrls } from "#fleet/rollout/batch-urls.tsx";
import { useServed } from "#fleet/use-served.ts";
import { plural } from "#ui/format.ts";

/** What became of the URLs of a batch: `back` of agents that came back; of those of agents that stayed `away`, some may be online again. */
export function AwayUrls({ back, away }: { back: readonly string[]; away: readonly string[] }) {
  const { served } = useServed();
  const sessions = served?.tunnels.flatMap(({ tunnel_session: session }) => session?.id ?? []);
  const online = new Set(served && exposuresOf(new Set(sessions), served).map(exposureUrl));
  const again = [...back, ...away.filter((url) => online.has(url))];
  return (
    <>
      <BatchUrls course="dark" words="still offline" urls={away.filter((url) => !online.has(url))} />
      <BatchUrls
        course="blink"
        words={`${plural(again.length, "was", "were")} offline for a moment`}
        urls={again}
      />
    </>
  );
}
