import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { ROLLOUT_ACTIONS, type RolloutSummary } from "#contract/rollouts/rollout.ts";
import { successorOf } from "#fleet/successor-of.ts";
import { useActions, useDepartures } from "#fleet/use-fleet.ts";
import { rolloutList } from "#fleet/rollout/rollouts.ts";
import { ACTION_TITLES, countWords, sizeOf, statusWords } from "#fleet/rollout/rollout-words.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { counted } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";

const RolloutDialog = lazyPart(() => import("#fleet/rollout/rollout-dialog.tsx"), "RolloutDialog");

const poll = pollEvery(5_000);

/** /rollouts; `?session=ts_…&action=…` asks about one agent. */
export function RolloutTable() {
  const query = useQuery({ ...rolloutList, refetchInterval: poll });
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = params.get("session");
  const actions = useActions();
  const left = useDepartures();
  // Restarted since, it is another session of the same agent.
  const session = asked && (successorOf(actions, asked, left) ?? asked);
  const action = ROLLOUT_ACTIONS.find((one) => one === params.get("action"));
  return (
    <Page
      title="Rollouts"
      crumbs={[{ label: "Rollouts" }]}
      freshness={<Freshness query={query} />}
      actions={query.data?.length ? <SelectAgents /> : null}
    >
      {query.data ? (
        query.data.length === 0 ? (
          <None />
        ) : (
          <Rows rollouts={query.data} />
        )
      ) : isAbsent(query.error) ? (
        <EmptyState
          title="This service doesn’t run rollouts"
          actions={<ButtonLink to={href.sessions()}>All sessions</ButtonLink>}
        >
          <p>
            To run them in this tab, open the console over HTTPS. Or update and restart agents one by one.
          </p>
        </EmptyState>
      ) : query.error ? (
        <ErrorNote error={query.error} tried="load the rollouts" onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label="Loading rollouts" />
      )}
      {session !== null && !isAbsent(query.error) ? (
        <RolloutDialog
          sessionIds={[session]}
          {...(action && { action })}
          chosen=""
          isPage
          onClose={() => void navigate(-1)}
        />
      ) : null}
    </Page>
  );
}

/** A rollout begins with the agents that it is for. */
const SelectAgents = () => <ButtonLink to={href.sessions()}>Select agents</ButtonLink>;

function None() {
  return (
    <EmptyState title="No rollouts yet" actions={<SelectAgents />}>
      <p>A rollout updates, restarts or stops agents in stages, and halts when too many fail.</p>
    </EmptyState>
  );
}

function Rows({ rollouts }: { rollouts: readonly RolloutSummary[] }) {
  return (
    <div className="overflow-x-auto rounded-md border border-line bg-surface-raised">
      <table className="w-full text-left [&_td]:px-4 [&_td]:py-2 [&_th]:px-4 [&_th]:py-2 [&_tr]:border-b [&_tr]:border-line max-md:[&_td]:py-0.5 max-md:[&_thead]:sr-only max-md:[&_tr]:grid max-md:[&_tr]:py-2">
        <thead className="text-xs text-content-muted">
          <tr>
            <th scope="col">Rollout</th>
            <th scope="col">Status</th>
            <th scope="col">Agents</th>
            <th scope="col">Started</th>
          </tr>
        </thead>
        <tbody>
          {rollouts.map((rollout) => {
            const { tone, text } = statusWords(rollout);
            return (
              <tr key={rollout.id}>
                <td>
                  <Link to={href.rollout(rollout.id)} className="link">
                    {ACTION_TITLES[rollout.action]} {counted(sizeOf(rollout), "agent")}
                  </Link>
                  {rollout.chosen ? (
                    <span className="block text-xs wrap-anywhere text-content-muted">{rollout.chosen}</span>
                  ) : null}
                </td>
                <td>
                  <Status tone={tone}>{text}</Status>
                </td>
                <td>{countWords(rollout)}</td>
                <td>
                  <RelativeTime at={rollout.created_at} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
