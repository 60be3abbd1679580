import { use, useRef, type ReactNode } from "react";
import { ChoiceCards, withStored } from "#forms/choice-fields.tsx";
import { FieldRow } from "#forms/field-row.tsx";
import { FormFacts } from "#forms/form-facts.ts";
import { isJsonObject, valueAt } from "#forms/json.ts";
import { useFieldFocus } from "#forms/use-field-focus.ts";
import { useField, useFieldValue } from "#forms/use-field.ts";
import { useEdgeLimits } from "#resources/closing.ts";
import { oauthProviderName } from "#contract/modules/oauth-provider-names.ts";
import { CHOSEN, isProvider, withAppAt } from "./codecs.ts";
import { GoesNote } from "./goes-note.tsx";
import { PROVIDER_CHOICES } from "./provider-text.ts";

/**
 * Which provider is sent; the form of each keeps what was typed in it. `children` are the fields of the chosen one, told by
 * its name; nothing stands there while none is chosen, or what is stored is shown as JSON.
 */
export function ProviderField({ children }: { children: (name: string) => ReactNode }) {
  const control = useField("provider", { described: true });
  // The controller does not hear of what is typed in the members; a switch must not bring back what stood there before.
  const value = useFieldValue("provider");
  const chosen = chosenIn(value);
  const before = chosenIn(control.initial);
  const box = useRef<HTMLDivElement>(null);
  useFieldFocus(control, () =>
    ["input[type=radio]:checked", "input, textarea"]
      .map((kind) => box.current?.querySelector<HTMLElement>(kind))
      .find(Boolean),
  );
  const { managedApps } = useEdgeLimits();
  const stored = valueAt(use(FormFacts).loaded, ["provider", before]);
  const name = isProvider(before) ? oauthProviderName(before) : before;
  const onChange = (name: unknown) => {
    const next = { ...(isJsonObject(value) ? value : {}), [CHOSEN]: name };
    control.field.onChange(name === before ? next : withAppAt(next, managedApps));
  };
  return (
    <div ref={box} className="contents">
      <FieldRow
        control={control.raw ? control : { ...control, changed: chosen !== before }}
        label="Provider"
        hint="Where visitors sign in. Switching back restores what you typed."
        empty={{ [CHOSEN]: "" }}
        group="radiogroup"
        below={
          chosen !== before && isJsonObject(stored) ? (
            <GoesNote stored={stored} of={name} keep={name} />
          ) : null
        }
      >
        <ChoiceCards
          name={control.id}
          options={withStored(PROVIDER_CHOICES, [before, chosen])}
          value={chosen}
          field={{ onChange, onBlur: control.field.onBlur }}
        />
      </FieldRow>
      {control.raw || chosen === "" ? null : children(chosen)}
    </div>
  );
}

function chosenIn(form: unknown): string {
  const name = valueAt(form, [CHOSEN]);
  return typeof name === "string" ? name : "";
}
