import type { ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";
import { CidrText } from "./cidr-text.tsx";
import { isWarning, type Finding } from "./findings.ts";
import { findingText, findingTitle } from "./lab-text.ts";

/** A finding: how urgent, its title, and in a sentence what it is. `children` follow the sentence. */
export function FindingText({ finding, children }: { finding: Finding; children?: ReactNode }) {
  const warning = isWarning(finding);
  return (
    <>
      <Icon
        name={warning ? "warn" : "info"}
        className={warning ? "mt-0.5 text-warning" : "mt-0.5 text-content-muted"}
      />
      <div className="min-w-0 flex-1">
        <strong>{findingTitle(finding)}</strong>
        <p className="text-xs text-content-muted">
          <CidrText>{findingText(finding)}</CidrText>
          {children}
        </p>
      </div>
    </>
  );
}
