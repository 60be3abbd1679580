import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { edgeOf, type OwnerAddress } from "#resources/module-owner.ts";
import { href } from "#resources/paths.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Panel } from "#ui/panel.tsx";
import { moduleOf } from "../registry.ts";
import { textsOf } from "../texts.ts";
import type { Finding, Severity } from "./facts.ts";

const LOOKS: Record<Severity, { icon: IconName; tone: string; word: string }> = {
  error: { icon: "bad", tone: "text-danger", word: "Error: " },
  warning: { icon: "warn", tone: "text-warning", word: "Warning: " },
  note: { icon: "info", tone: "text-content-muted", word: "Note: " },
};

/** Where one module of an owner is edited. */
export function moduleHref(owner: OwnerAddress, kind: string): string {
  if (owner.owner === "route") return href.routeModule(owner.edgeId, owner.routeId, kind);
  const { protocol, id } = edgeOf(owner);
  return href.edgeModule(protocol, id, kind);
}

/** The field that a finding is about, in its editor. */
function findingHref(owner: OwnerAddress, { module, field, of }: Finding): string {
  const { protocol, id } = edgeOf(owner);
  const editor = of === "edge" ? href.edgeModule(protocol, id, module) : moduleHref(owner, module);
  return field === undefined ? editor : `${editor}?field=${encodeURIComponent(field)}`;
}

/** "OAuth: Provider", as the page that it leads to calls them. */
function placeOf({ module, field, of }: Finding, { owner }: OwnerAddress): string {
  const fields = moduleOf(module, of === "edge" && owner === "route" ? "httpsEdge" : owner)?.fields;
  const label = fields?.find(({ name }) => name === field)?.label;
  const { title } = textsOf(module);
  return label === undefined || label === title ? title : `${title}: ${label}`;
}

/** The mark of a severity, with its word for those who don't see it. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const { icon, tone, word } = LOOKS[severity];
  return (
    <>
      <Icon name={icon} className={`mt-0.5 flex-none ${tone}`} />
      <span className="sr-only">{word}</span>
    </>
  );
}

/** What the lint of an owner's modules found, each with a link to the field; nothing where it found nothing. */
export function FindingsPanel({ owner, findings }: { owner: OwnerAddress; findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <Panel title="Suggestions" count={findings.length}>
      <FindingList
        findings={findings}
        renderPlace={(finding) => (
          <Link to={findingHref(owner, finding)} className="link-quiet text-xs">
            {placeOf(finding, owner)}
          </Link>
        )}
      />
    </Panel>
  );
}

type ListProps = {
  findings: readonly Finding[];
  /** Where one is mended. */
  renderPlace: (finding: Finding) => ReactNode;
};

export function FindingList({ findings, renderPlace }: ListProps) {
  return (
    <ul>
      {findings.map((finding) => (
        <li
          key={`${finding.module} ${finding.title}`}
          className="flex gap-2 border-b border-line px-4 py-3 last:border-0"
        >
          <SeverityMark severity={finding.severity} />
          <div className="min-w-0 flex-1 wrap-anywhere">
            <strong>{finding.title}</strong>
            <p className="text-xs text-content-muted">{finding.reason}</p>
            {renderPlace(finding)}
          </div>
        </li>
      ))}
    </ul>
  );
}
