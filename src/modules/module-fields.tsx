import { SwitchField } from "#forms/fields.tsx";
import { closesWords, useEdgeLimits } from "#resources/closing.ts";
import { Note } from "#ui/note.tsx";
import type { ModuleDefinition } from "./define-module.ts";

/** The form of a module kind: the switch that every kind has, and its own fields. */
export function ModuleFields({ kind, switch: { on, off, hint }, Fields }: ModuleDefinition) {
  const closes = useEdgeLimits().unapplied?.includes(kind) === true;
  return (
    <>
      {closes ? <Note tone="warn">{closesWords(kind)}</Note> : null}
      <SwitchField
        name="enabled"
        label="Apply to traffic"
        hint={hint}
        says={(value) =>
          value
            ? `On: ${closes ? "closed to everyone" : on}`
            : `Off: ${off ?? "settings are kept, but not applied"}`
        }
      />
      {Fields ? <Fields /> : null}
    </>
  );
}
