import { useEffect, useRef, type ReactNode } from "react";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import type { TestRequest } from "#contract/traffic/test-request.ts";
import { href } from "#resources/paths.ts";
import { formatMs } from "#ui/amounts.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { bytesOf, type Message } from "./captured.ts";
import { DecisionItem } from "./decision-item.tsx";
import { errorWords } from "./error-words.ts";
import { MessagePanel } from "./message-panel.tsx";
import { AgentName } from "./agent-name.tsx";
import { StatusMark } from "./status-mark.tsx";
import { trafficRow } from "./traffic-row.ts";

type Props = {
  answer: TestRequest;
  /** Whose module was sent as a draft. */
  drafted: string | null;
};

/** The steps that a test request passed, in their order, and what came back. */
export function TestResult({ answer: { event, response }, drafted }: Props) {
  const { gatehouse: own = {} } = event;
  const row = trafficRow(event);
  const { error_code: code, decisions = [], phases = {} } = own;
  const unused = drafted !== null && drafted !== own.route_id && drafted !== own.edge_id;
  const top = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    top.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <output ref={top} className="grid scroll-mt-3 gap-4">
      {unused ? (
        <Note tone="warn">
          Another route took this request, so your draft was not part of it. Check the URL.
        </Note>
      ) : null}
      <Panel
        title="Steps"
        count={row.durationMs === undefined ? undefined : formatMs(row.durationMs)}
        actions={
          <ButtonLink size="sm" to={href.trafficEvent(event.event_id)}>
            Open request
          </ButtonLink>
        }
      >
        <ol>
          <Step name="Route" ms={phases.route}>
            {own.route_id !== undefined ? (
              <RefLookup reference={{ id: own.route_id }} withId={false} />
            ) : own.endpoint_id !== undefined ? (
              <RefLookup reference={{ id: own.endpoint_id }} />
            ) : (
              "None found"
            )}
          </Step>
          {decisions.map((decision, index) => (
            <DecisionItem key={index} own={own} decision={decision} />
          ))}
          {own.session_id === undefined ? null : (
            <Step name="Agent" ms={phases.agent}>
              <AgentName id={own.session_id} />
            </Step>
          )}
          <Step name="Answer" ms={phases.upstream}>
            <StatusMark row={row} />
            {code === undefined ? null : <span className="text-content-muted">{errorWords(code).title}</span>}
          </Step>
        </ol>
      </Panel>
      {response ? (
        <MessagePanel title="Response" message={messageOf(response)} />
      ) : (
        <Note tone="warn">No answer began within 30 s.</Note>
      )}
    </output>
  );
}

function Step(props: { name: string; ms: number | undefined; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-line px-4 py-2 not-last:border-b">
      <span className="font-strong">{props.name}</span>
      {props.children}
      {props.ms === undefined ? null : (
        <span className="ml-auto text-xs text-content-muted">{formatMs(props.ms)}</span>
      )}
    </li>
  );
}

function messageOf({ headers, content, truncated }: NonNullable<TestRequest["response"]>): Message {
  const bytes = bytesOf(content);
  return { headers, redacted: new Set(), length: bytes.length, body: { bytes, truncated } };
}
