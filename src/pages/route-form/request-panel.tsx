import { routesOf } from "#resources/edges.ts";
import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { CopyAs } from "#components/copy-as.tsx";
import type { JsonObject } from "#forms/json.ts";
import { placeOf } from "#modules/editor/findings-panel.tsx";
import { Suggestions } from "#modules/lint/findings.tsx";
import type { Finding } from "#modules/lint/facts.ts";
import { hideOwnerSecrets, leaveOutOwnerSecrets } from "#editing/secret-values.ts";
import { nameOf } from "#editing/value-text.ts";
import { elsewhereLabel, textsOf } from "#modules/texts.ts";
import { Panel } from "#ui/panel.tsx";

/** The one request that makes the route, with stand-ins for its secrets. */
export function RequestPanel({ edgeId, request }: { edgeId: string; request: JsonObject }) {
  const path = routesOf(edgeId).path;
  const shown = hideOwnerSecrets(request);
  const { value: body, leftOut } = leaveOutOwnerSecrets(request);
  return (
    <Panel
      title="Request"
      actions={<CopyAs request={{ method: "POST", path, body }} json={body} leftOut={leftOut} />}
    >
      <pre className="m-0 p-4 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
        POST {path}
        {"\n"}
        {JSON.stringify(shown, null, 2)}
      </pre>
    </Panel>
  );
}

type Props = {
  findings: readonly Finding[];
  edgeId: string;
  request: JsonObject;
  /** Moves the focus to a field of the form. */
  onGoTo: (name: string) => void;
  /** Adds a module that is missing. */
  onAdd: (kind: string) => void;
};

/** What contradicts itself across the modules, before the route is made. */
export function DraftFindings({ findings, edgeId, request, onGoTo, onAdd }: Props) {
  return (
    <Suggestions
      findings={findings}
      renderPlace={(finding) => (
        <Place
          finding={finding}
          edgeId={edgeId}
          isSet={Object.hasOwn(request, finding.module)}
          onGoTo={onGoTo}
          onAdd={onAdd}
        />
      )}
    />
  );
}

function Place(props: {
  finding: Finding;
  edgeId: string;
  isSet: boolean;
  onGoTo: Props["onGoTo"];
  onAdd: Props["onAdd"];
}) {
  const { finding, edgeId, isSet, onGoTo, onAdd } = props;
  const { module, field, of, elsewhere } = finding;
  const name = placeOf(finding, "route");
  if (elsewhere)
    return (
      <Link to={href.routeModule(edgeId, elsewhere.routeId, elsewhere.module)} className="link-quiet text-xs">
        {elsewhereLabel(elsewhere)}
      </Link>
    );
  if (of === "edge")
    return (
      <Link to={href.edgeModule("https", edgeId, module)} className="link-quiet text-xs">
        {name}
      </Link>
    );
  if (!isSet)
    return (
      <button type="button" className="link text-xs" onClick={() => onAdd(module)}>
        Add {nameOf(textsOf(module).title)}
      </button>
    );
  return (
    <button
      type="button"
      className="link-quiet text-xs"
      onClick={() => onGoTo(`${module}.${field ?? "enabled"}`)}
    >
      {name}
    </button>
  );
}
