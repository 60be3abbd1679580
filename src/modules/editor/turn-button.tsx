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
import { lossOf } from "../lint/guards.ts";
import { requestOf } from "./use-request-writes.ts";
import { useTurnAsked } from "./use-turn-asked.ts";
import { useTurnOn } from "./use-turn-on.ts";

const TurnOffQuestion = lazyPart(() => import("./turn-off-question.tsx"), "TurnOffQuestion");
const TurnOnQuestion = lazyPart(() => import("./turn-on-question.tsx"), "TurnOnQuestion");
const UncheckedQuestion = lazyPart(() => import("./unchecked-question.tsx"), "UncheckedQuestion");

/**
 * Turns one module on or off in its line: shown at once, checked against what the service has, taken back when it fails.
 * Asks before a guard, the backend or a TLS setting goes off, and before one goes on that turns another login off, contradicts
 * another module, closes the address or locks the operator out; waits for what that question needs.
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
  const { writes, besideWrites, secretsKept, isKnown, refusal, question } = useTurnOn(
    definition,
    address,
    target,
    value,
  );
  const on = turning ?? value["enabled"] !== false;
  const subject = useLiveSubject({ title, place, key: modulePath({ ...address, kind }) });
  const loss = lossOf(target, kind);
  const asks = on ? loss !== null : question !== undefined;
  const turnTo = async (enabled: boolean, by = writes) => {
    onTurning(enabled);
    await turn({ enabled, writes: by, subject, toast });
    onTurning(null);
  };
  const { asking, waiting, start, close } = useTurnAsked({
    kind,
    on,
    target,
    asks,
    isKnown,
    turn: () => turnTo(!on),
  });
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        busy={turning !== null || waiting}
        aria-label={`Turn ${on ? "off" : "on"} ${title}`}
        disabledReason={
          turnRefusal(kind, requestOf(definition, value), secretsKept) ?? (on ? undefined : refusal)
        }
        onClick={start}
      >
        Turn {on ? "off" : "on"}
        {asks ? "…" : ""}
      </Button>
      {asking && !on && question ? (
        <TurnOnQuestion
          {...question}
          title={title}
          place={place}
          onClose={close}
          onConfirm={async () => void turnTo(true)}
          onBoth={besideWrites && (async () => void turnTo(true, besideWrites))}
        />
      ) : null}
      {asking === "unchecked" && !asks ? (
        <UncheckedQuestion
          title={title}
          place={place}
          act={on ? "Turn off" : "Turn on"}
          onClose={close}
          onConfirm={async () => void turnTo(!on)}
        />
      ) : null}
      {asking && on && loss ? (
        <TurnOffQuestion
          title={title}
          place={place}
          loss={loss}
          onClose={close}
          onConfirm={async () => void turnTo(false)}
        />
      ) : null}
    </>
  );
}
