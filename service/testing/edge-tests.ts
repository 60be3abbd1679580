import { createTestRequests } from "#edge/listeners/test-requests.ts";
import { createLiveState } from "#edge/modules/live-state.ts";
import { createPreview } from "#edge/modules/preview.ts";
import { reachOf } from "#edge/peers/reach.ts";
import { createChooser } from "#edge/routing/choose.ts";
import { createUpstreams } from "#edge/upstreams.ts";
import { createEdgeAccount } from "../edge-account.ts";
import { createRestarts } from "../gateway/restarts.ts";
import type { Services } from "../http/call.ts";
import { newId } from "../store/ids.ts";
import type { Db } from "../store/schema.ts";
import type { Versions } from "../store/versions.ts";

const LIMITS = { headersMs: 5_000, idleMs: 5_000, headersMax: 65_536, connectionsMax: 100, streamsMax: 100 };

/** Test requests and previews of a test app: by the edge's own way, with no port and no agents. */
export function startEdgeTests(
  db: Db,
  versions: Versions,
): NonNullable<Services["edgeTests"]> & { close: () => Promise<void> } {
  const reach = reachOf(null, null);
  const upstreams = createUpstreams({ reach, answerMs: 1_000, headersMax: 65_536, appIdleMs: 1_000 });
  const account = createEdgeAccount(db, versions, createRestarts(), {
    nodeId: "test",
    secret: Buffer.from("test"),
    headersMax: 32_768,
    oauth: { apps: new Map(), places: new Map() },
  });
  const test = createTestRequests(
    LIMITS,
    {
      account,
      upstreams,
      chooser: createChooser(),
      newId: () => newId("operation"),
      recorder: null,
      isCutOff: () => false,
      log: (fault) => {
        throw fault;
      },
      portRefused: () => undefined,
    },
    () => 80,
  );
  return {
    test,
    preview: createPreview(account),
    liveState: createLiveState(account, "test"),
    close: upstreams.close,
  };
}
