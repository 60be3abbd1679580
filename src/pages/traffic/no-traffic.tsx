import { isOpenable } from "#ui/openable.ts";
import { useQuery } from "@tanstack/react-query";
import { endpoints } from "#resources/endpoints.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

/** Before the first request: a URL to send one to. */
export function NoTraffic() {
  const { data } = useQuery(endpoints.query);
  const url = data?.find(({ public_url: to }) => isOpenable(to ?? ""))?.public_url;
  return (
    <EmptyState
      title="No requests yet"
      actions={
        data && !url ? (
          <ButtonLink to={href.sessions("?add")} variant="primary" icon="plus">
            Add agent
          </ButtonLink>
        ) : null
      }
    >
      {url ? (
        <div className="grid gap-3">
          <p>
            Open{" "}
            <a href={url} target="_blank" rel="noreferrer" className="link wrap-anywhere">
              {url}
            </a>{" "}
            and the request appears here within a second.
          </p>
          <CodeBlock label="command" text={`curl ${url}`} />
        </div>
      ) : (
        <p>Start an agent with a tunnel to get a public URL. Requests to it appear here.</p>
      )}
    </EmptyState>
  );
}

/** In place of the requests where the service has none to list. */
export function NoRecord() {
  return (
    <EmptyState title="This service can’t list requests">
      <p>Its API has no list of requests.</p>
    </EmptyState>
  );
}
