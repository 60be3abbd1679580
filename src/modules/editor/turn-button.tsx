import { useState } from "react";
import type { OwnerAddress } from "#resources/module-owner.ts";
import { modulePath } from "#resources/modules.ts";
import type { JsonObject } from "#forms/json.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { useToast } from "#ui/toast.tsx";
import { turn } from "#editing/checked-writes.ts";
import { useLiveSubject } from "#editing/use-live-subject.ts";
import { turnRefusal } from "#editing/lost-secrets.ts";
import type { ModuleDefinition } from "../define-module.ts";
import type { LintTarget } from "../lint/facts.ts";
import { lossOf, loginBeside, withModule } from "../lint/guards.ts";
import { contradictionOf } from "../lint/lint.ts";
import { moduleOf } from "../registry.ts";
import { requestOf, useRequestWrites } from "./use-request-writes.ts";

const TurnOffQuestion = lazyPart(() => import("./turn-off-question.tsx"), "TurnOffQuestion");
const TurnOnQuestion = lazyPart(() => import("./turn-on-question.tsx"), "TurnOnQuestion");

/**
 * Turns one module on or off in its line: shown at once, checked against what the service has, taken back when it fails.
 * Asks before a guard or the backend goes off, and before one goes on that turns another login off, contradicts another module
 * or closes the address.
 */
export function TurnButton(props: {
  address: OwnerAddress;
  definition: ModuleDefinition;
  value: JsonObject;
  target: LintTarget;
  place: string;
  turning: boolean | null;
  onTurning: (to: boolean | null) => void;
}) {
  const { address, definition, value, target, place, turning, onTurning } = props;
  const { kind, title } = definition;
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const at = { ...address, kind };
  const login = loginBeside(target.modules, kind);
  const contradicts = contradictionOf(login === undefined ? target : withModule(target, login, null), kind);
  const isChoice = login === undefined && contradicts?.exchangeable === true;
  const replaces = moduleOf(login ?? (isChoice ? contradicts.other : ""), address.owner);
  const { writes, secretsKept, onceOn } = useRequestWrites(definition, at, replaces, target.modules);
  const beside = useRequestWrites(definition, at);
  const closes = onceOn(value);
  const on = turning ?? value["enabled"] !== false;
  const subject = useLiveSubject({ title, place, key: modulePath(at) });
  const loss = lossOf(target, kind);
  const asks = on ? loss !== null : (closes ?? replaces ?? contradicts) !== undefined;
  const turnTo = async (enabled: boolean, by = writes) => {
    onTurning(enabled);
    await turn({ enabled, writes: by, subject, toast });
    onTurning(null);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        busy={turning !== null}
        aria-label={`Turn ${on ? "off" : "on"} ${title}`}
        disabledReason={turnRefusal(kind, requestOf(definition, value), secretsKept)}
        onClick={() => (asks ? setAsking(true) : void turnTo(!on))}
      >
        Turn {on ? "off" : "on"}
        {asks ? "…" : ""}
      </Button>
      {asking && !on ? (
        <TurnOnQuestion
          title={title}
          replaces={replaces?.title}
          closes={closes}
          contradicts={contradicts}
          place={place}
          onClose={() => setAsking(false)}
          onConfirm={async () => void turnTo(true)}
          onBoth={isChoice && closes === undefined ? async () => void turnTo(true, beside.writes) : undefined}
        />
      ) : null}
      {asking && on && loss ? (
        <TurnOffQuestion
          title={title}
          place={place}
          loss={loss}
          onClose={() => setAsking(false)}
          onConfirm={async () => void turnTo(false)}
        />
      ) : null}
    </>
  );
}
