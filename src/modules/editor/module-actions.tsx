import { useState } from "react";
import { modulePath, type ModuleAddress } from "#resources/modules.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { unlessOff, type LintTarget } from "../lint/facts.ts";
import { TestButton } from "#traffic/test-button.tsx";
import { newDraft, urlOf } from "#traffic/test-draft.ts";
import { Button } from "#ui/button.tsx";
import { MenuButton } from "#ui/menu.tsx";
import { moduleHref } from "#resources/module-href.ts";
import { EXCHANGEABLE, INSTEAD_OF, type Loss } from "../lint/guards.ts";
import { draftOf } from "./module-preview.tsx";
import { useTurnAsked } from "./use-turn-asked.ts";
import { useTurnOn } from "./use-turn-on.ts";
import { textsOf } from "../texts.ts";
import type { ModuleDefinition } from "../define-module.ts";
import { restoreLoss, turnRefusal } from "#editing/lost-secrets.ts";
import { valueAt } from "#forms/json.ts";
import { labelOf } from "#editing/value-text.ts";
import { leaveOutSecrets } from "#editing/secret-values.ts";
import type { CheckedForm } from "#editing/use-checked-form.ts";
import { useSnapshots } from "#editing/use-snapshots.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { useToast } from "#ui/toast.tsx";
import { clockTime } from "#ui/time.tsx";

export const TurnOffQuestion = lazyPart(() => import("./turn-off-question.tsx"), "TurnOffQuestion");
const TurnOnQuestion = lazyPart(() => import("./turn-on-question.tsx"), "TurnOnQuestion");
const UncheckedQuestion = lazyPart(() => import("./unchecked-question.tsx"), "UncheckedQuestion");
const RemoveQuestion = lazyPart(() => import("./remove-question.tsx"), "RemoveQuestion");

type Props = {
  definition: ModuleDefinition;
  address: ModuleAddress;
  editor: CheckedForm;
  place: string;
  /** The owner with its other modules, once it is known. */
  target: LintTarget | undefined;
  secretsKept: boolean;
  /** What is lost once it is off; null when nothing is. */
  loss: Loss | null;
  /** The kind of the module that goes off with a save. */
  off: string | undefined;
  onRemoved: () => void;
};

/** What can be done with the module as a whole: copy, turn on or off, remove. */
export function ModuleActions(props: Props) {
  const { definition, address, editor, loss } = props;
  const { on } = editor;
  const { question, isKnown, ...turnOn } = useTurnOn(definition, address, props.target, editor.base);
  const asks = on ? loss !== null : question !== undefined;
  const { kind } = definition;
  const turn = () => editor.turn(!on, turnOn.writes);
  const { asking, waiting, start, close } = useTurnAsked({
    kind,
    on,
    target: props.target,
    asks,
    isKnown,
    turn,
  });
  const others = EXCHANGEABLE.includes(definition.kind)
    ? EXCHANGEABLE.filter((kind) => kind !== definition.kind)
    : [];
  const { value: body, leftOut } = leaveOutSecrets(definition.secrets, editor.request);
  return (
    <>
      <TestModule {...props} />
      <CopyAs request={{ method: "PUT", path: modulePath(address), body }} json={body} leftOut={leftOut} />
      {on === null ? null : (
        <Button
          icon={on ? "off" : "ok"}
          busy={editor.turning || waiting}
          disabledReason={
            turnRefusal(definition.kind, editor.base, props.secretsKept) ?? (on ? undefined : turnOn.refusal)
          }
          onClick={start}
        >
          Turn {on ? "off" : "on"}
          {asks ? "…" : ""}
        </Button>
      )}
      {asking && !on && question ? (
        <TurnOnQuestion
          {...question}
          title={definition.title}
          place={props.place}
          onClose={close}
          onConfirm={() => editor.turn(true, turnOn.writes)}
          onBoth={turnOn.besideWrites && (() => editor.turn(true, turnOn.besideWrites))}
        />
      ) : null}
      {asking === "unchecked" && !asks ? (
        <UncheckedQuestion
          title={definition.title}
          place={props.place}
          act={on ? "Turn off" : "Turn on"}
          onClose={close}
          onConfirm={turn}
        />
      ) : null}
      {asking && on && loss ? (
        <TurnOffQuestion
          title={definition.title}
          place={props.place}
          loss={loss}
          onClose={close}
          onConfirm={() => editor.turn(false)}
        />
      ) : null}
      {on && others.length > 0 ? (
        <MenuButton
          label="Replace with"
          text="Replace with"
          items={others.map((kind) => ({
            label: textsOf(kind).title,
            to: `${moduleHref(address, kind)}?${INSTEAD_OF}=${definition.kind}`,
          }))}
        />
      ) : null}
      {editor.base === null ? null : <RemoveButton {...props} />}
    </>
  );
}

/** Sends a request with the draft; TLS and TCP edges carry no HTTP. */
function TestModule(props: Props) {
  const { definition, address, editor, place, target } = props;
  const isRoute = address.owner === "route";
  if (!isRoute && address.owner !== "httpsEdge") return null;
  const modules = target?.modules;
  const isDraft = editor.edited || editor.base === null;
  return (
    <TestButton
      label="Send a test request"
      title={`Send a test request to ${place}`}
      start={(port) => newDraft(urlOf(isRoute ? target?.edge : modules, String(modules?.["match"]), port))}
      {...(isDraft && {
        module: {
          draft: draftOf(props),
          title: definition.title,
          fault: faultOf(definition, editor),
        },
      })}
    />
  );
}

/** What the draft needs before it can be sent. */
function faultOf(definition: ModuleDefinition, { issues: [first], request }: CheckedForm) {
  if (!first) return undefined;
  const { path } = first;
  if (path.length === 0) return "Fix the form first";
  return `${valueAt(request, path) ? "Fix" : "Enter"} “${labelOf(definition, path)}” in the form first`;
}

/** Fills the draft with what the module was earlier in this visit. Nothing is sent. Place it where it moves nothing: it comes with an edit. */
export function RestoreMenu(props: Pick<Props, "definition" | "address" | "editor" | "secretsKept">) {
  const { definition, address, editor, secretsKept } = props;
  const key = modulePath(address);
  const toast = useToast();
  const { whole } = editor;
  const snapshots = useSnapshots(key, whole, editor.edited ? editor.request : whole);
  // It would drop JSON that can’t be used yet.
  if (snapshots.length === 0 || editor.text !== null) return null;
  return (
    <MenuButton
      label={`Restore ${definition.title}`}
      text="Restore"
      icon="undo"
      size="sm"
      items={snapshots.map(({ at, value, first }) => ({
        label: `${first ? "When opened," : "Saved"} ${clockTime(at)}${unlessOff(value) ? "" : ", off"}`,
        onSelect: () => {
          editor.fill(value, { typed: false });
          const text = restoreLoss(definition.kind, value, whole, secretsKept);
          if (text) toast({ tone: "bad", text, about: `${key}/draft` });
        },
      }))}
    />
  );
}

function RemoveButton({ definition, ...asked }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" icon="trash" onClick={() => setAsking(true)}>
        Remove…
      </Button>
      {asking ? (
        <RemoveQuestion {...asked} title={definition.title} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}
