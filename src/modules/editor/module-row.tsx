import { useState } from "react";
import type { OwnerAddress } from "#resources/module-owner.ts";
import { isJsonObject, own } from "#forms/json.ts";
import { ButtonLink } from "#ui/button.tsx";
import { moduleHref } from "#resources/module-href.ts";
import { SeverityMark } from "../lint/findings.tsx";
import type { Finding, LintTarget } from "../lint/facts.ts";
import { moduleOf } from "../registry.ts";
import { textsOf } from "../texts.ts";
import { ModuleStatus } from "./module-status.tsx";
import { ModuleSummary } from "./module-summary.tsx";
import { TurnButton } from "./turn-button.tsx";

/** State, name, summary, actions: on a narrow window the summary goes below. */
export const MODULE_ROW =
  "grid min-h-row grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line px-4 py-1 last:border-0 hover:bg-surface-hover md:grid-cols-[5rem_9rem_minmax(0,1fr)_auto] md:gap-x-3";

type Row = {
  address: OwnerAddress;
  kind: string;
  target: LintTarget;
  place: string;
  findings: readonly Finding[];
};

/** One module that is set, in a line: its state, what it does, what may be wrong with it. */
export function ModuleRow({ address, kind, target, place, findings }: Row) {
  const definition = moduleOf(kind, address.owner);
  const { title, purpose } = textsOf(kind);
  const [turning, setTurning] = useState<boolean | null>(null);
  const value = own(target.modules, kind);
  if (!isJsonObject(value)) return null;
  return (
    <li className={MODULE_ROW}>
      <ModuleStatus
        kind={kind}
        ownerId={target.id}
        value={turning === null ? value : { ...value, enabled: turning }}
        findings={findings}
      />
      <span className="font-strong">{title}</span>
      <span className="min-w-0 text-content-muted wrap-anywhere max-md:order-last max-md:col-span-3 max-md:text-xs">
        {definition ? <ModuleSummary definition={definition} value={value} /> : purpose}
        {findings.map((finding) => (
          <span key={finding.title} className="flex items-start gap-1 text-xs text-content">
            <SeverityMark severity={finding.severity} />
            {finding.title}
          </span>
        ))}
      </span>
      <span className="-mr-2 flex items-center justify-end gap-1">
        {definition ? (
          <>
            <TurnButton
              address={address}
              definition={definition}
              value={value}
              target={target}
              place={place}
              turning={turning}
              onTurning={setTurning}
            />
            <ButtonLink to={moduleHref(address, kind)} variant="ghost" size="sm" aria-label={`Edit ${title}`}>
              Edit
            </ButtonLink>
          </>
        ) : null}
      </span>
    </li>
  );
}
