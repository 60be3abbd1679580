import { exposuresOf, exposureUrl } from "#fleet/blast-radius.ts";
import { BatchUrls } from "#fleet/rollout/batch-urls.tsx";
import { useServed } from "#fleet/use-served.ts";
import { plural } from "#ui/format.ts";

/**
 * Of the URLs of a batch not all of whose agents came back: which are offline now, and which are online again. Of one that a retry
 * has `split`, only the first: the others are of agents that stand elsewhere.
 */
export function AwayUrls({ urls, split = false }: { urls: readonly string[]; split?: boolean }) {
  const { served } = useServed();
  if (!served)
    return split ? null : (
      <BatchUrls
        course="dark"
        words={`${plural(urls.length, "was", "were")} offline, not all are online again`}
        urls={urls}
      />
    );
  const sessions = served.tunnels.flatMap(({ tunnel_session: session }) => session?.id ?? []);
  const online = new Set(exposuresOf(new Set(sessions), served).map(exposureUrl));
  const back = split ? [] : urls.filter((url) => online.has(url));
  return (
    <>
      <BatchUrls course="dark" words="still offline" urls={urls.filter((url) => !online.has(url))} />
      <BatchUrls
        course="blink"
        words={`${plural(back.length, "was", "were")} offline for a moment`}
        urls={back}
      />
    </>
  );
}
