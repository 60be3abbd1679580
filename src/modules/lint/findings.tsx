import type { ReactNode } from "react";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Panel } from "#ui/panel.tsx";
import type { Finding, Severity } from "./facts.ts";

const LOOKS: Record<Severity, { icon: IconName; tone: string; word: string }> = {
  error: { icon: "bad", tone: "text-danger", word: "Error: " },
  warning: { icon: "warn", tone: "text-warning", word: "Warning: " },
  note: { icon: "info", tone: "text-content-muted", word: "Note: " },
};

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

type Props = {
  findings: readonly Finding[];
  /** Where one is mended. */
  renderPlace: (finding: Finding) => ReactNode;
};

/** A backend that is not set is told in its own place, with the way to add one. */
const isToldThere = ({ module, field }: Finding) => module === "backend" && field === undefined;

/** What the lint found, each with the way to mend it; nothing where it found nothing. */
export function Suggestions({ findings: found, renderPlace }: Props) {
  const findings = found.filter((finding) => !isToldThere(finding));
  if (findings.length === 0) return null;
  const isBroken = findings.some(({ severity }) => severity === "error");
  return (
    <Panel title={isBroken ? "Needs attention" : "Suggestions"} count={findings.length}>
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
    </Panel>
  );
}
