import { useState } from "react";
import type { OwnerAddress } from "#resources/module-owner.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { useToast } from "#ui/toast.tsx";
import { turn } from "#editing/checked-writes.ts";
import type { ModuleDefinition } from "../define-module.ts";
import { moduleHref, SeverityMark } from "../lint/findings.tsx";
import type { Finding } from "../lint/facts.ts";
import { ModuleStatus } from "./module-status.tsx";
import { moduleOf } from "../registry.ts";
import { requestOf, useRequestWrites } from "./use-request-writes.ts";
import { textsOf } from "../texts.ts";
import { turnRefusal } from "#editing/lost-secrets.ts";
import { nameOf } from "#editing/value-text.ts";

type Props = {
  address: OwnerAddress;
  /** Wire names, in the order to show. */
  kinds: readonly string[];
  /** The owner as answered: its modules by wire name. */
  owner: JsonObject;
  findings: readonly Finding[];
};

/** All modules of an owner: on, off or not set, each in a line, turned on and off there. */
export function ModuleList({ address, kinds, owner, findings }: Props) {
  const values = kinds.map((kind) => own(owner, kind)).filter(isJsonObject);
  const off = values.filter(({ enabled }) => enabled === false).length;
  return (
    <Panel
      title="Modules"
      count={`${values.length - off} on, ${off} off, ${kinds.length - values.length} not set`}
    >
      <ul>
        {kinds.map((kind) => {
          const value = own(owner, kind);
          return (
            <ModuleRow
              key={kind}
              address={address}
              kind={kind}
              value={isJsonObject(value) ? value : null}
              findings={findings.filter((one) => one.of === "owner" && one.module === kind)}
            />
          );
        })}
      </ul>
    </Panel>
  );
}

type Row = { address: OwnerAddress; kind: string; value: JsonObject | null; findings: readonly Finding[] };

function ModuleRow({ address, kind, value, findings }: Row) {
  const definition = moduleOf(kind, address.owner);
  const { title, purpose } = textsOf(kind);
  const [turning, setTurning] = useState<boolean | null>(null);
  const shown = value && turning !== null ? { ...value, enabled: turning } : value;
  const verb = value ? "Edit" : "Add";
  const [worst] = findings;
  return (
    <li className="grid min-h-row grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-1 last:border-0 hover:bg-surface-hover md:grid-cols-[5.5rem_10rem_minmax(0,1fr)_auto]">
      <ModuleStatus value={shown} />
      <span className={value ? "font-strong" : undefined}>{title}</span>
      <span className="text-content-muted max-md:order-last max-md:col-span-3 max-md:text-xs">
        {value && definition ? definition.summary(value) : purpose}
      </span>
      <span className="-mr-2 flex items-center justify-end gap-1">
        {worst ? (
          <span title={findings.map((one) => one.title).join("\n")}>
            <SeverityMark severity={worst.severity} />
            <span className="sr-only">{findings.map((one) => one.title).join(". ")}</span>
          </span>
        ) : null}
        {definition && value ? (
          <TurnButton
            address={address}
            definition={definition}
            value={value}
            turning={turning}
            onTurning={setTurning}
          />
        ) : null}
        {definition ? (
          <ButtonLink
            to={moduleHref(address, kind)}
            variant="ghost"
            size="sm"
            aria-label={`${verb} ${title}`}
            {...(value ? {} : { icon: "plus" })}
          >
            {verb}
          </ButtonLink>
        ) : (
          <span className="text-xs text-content-faint">Not editable in this console yet</span>
        )}
      </span>
    </li>
  );
}

/** Turns one module on or off: shown at once, checked against what the service has, taken back when it fails. */
function TurnButton(props: {
  address: OwnerAddress;
  definition: ModuleDefinition;
  value: JsonObject;
  turning: boolean | null;
  onTurning: (to: boolean | null) => void;
}) {
  const { address, definition, value, turning, onTurning } = props;
  const toast = useToast();
  const { kind, title } = definition;
  const { writes, secretsKept } = useRequestWrites(definition, { ...address, kind });
  const on = turning ?? value["enabled"] !== false;
  const turnTo = async (enabled: boolean) => {
    onTurning(enabled);
    await turn({ enabled, writes, title, name: nameOf(title), toast });
    onTurning(null);
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={turning !== null}
      aria-label={`Turn ${on ? "off" : "on"} ${title}`}
      disabledReason={turnRefusal(kind, requestOf(definition, value), secretsKept)}
      onClick={() => void turnTo(!on)}
    >
      Turn {on ? "off" : "on"}
    </Button>
  );
}
