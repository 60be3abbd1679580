import { useCallback, useState } from "react";
import { useFormContext } from "react-hook-form";
import { TRAFFIC_WORDS } from "#activity/source-words.ts";
import { FieldRow } from "#forms/field-row.tsx";
import { useUnread } from "#forms/unread.ts";
import { useField } from "#forms/use-field.ts";
import { formatCount } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { KindChecks } from "./kind-checks.tsx";
import type { Source } from "./subscription-form.ts";

const SourceChoices = lazyPart(() => import("./source-choices.tsx"), "SourceChoices");

const sourcesOf = (value: unknown): Source[] => (Array.isArray(value) ? (value as Source[]) : []);
const typesOf = (sources: readonly Source[]): string => sources.map(({ type }) => type).join(" ");
const labelOf = (type = ""): string => TRAFFIC_WORDS[type] ?? type;

/** Which events are sent, and of traffic what of them. `stored` = what the service has. */
export function SourcesField({ stored }: { stored: readonly Source[] }) {
  const control = useField("sources", { described: false });
  const { getValues } = useFormContext();
  const [faults, setFaults] = useState<Readonly<Record<string, string | null>>>({});
  const sources = sourcesOf(control.field.value);
  const wrong = sources.map(({ type }) => faults[type]).find((fault) => fault);
  useUnread("sources", wrong ?? null);

  const { onChange } = control.field;
  const storedTypes = typesOf(stored);
  const toggle = useCallback(
    (types: readonly string[], isOn: boolean) => {
      const now = sourcesOf(getValues("sources"));
      const more = types.filter((type) => !now.some((one) => one.type === type));
      onChange(
        isOn ? [...now, ...more.map((type) => ({ type }))] : now.filter(({ type }) => !types.includes(type)),
      );
    },
    [getValues, onChange],
  );
  return (
    <FieldRow
      control={control}
      label="Events"
      empty={[]}
      group="group"
      faultOf={([index]) => (typeof index === "number" ? labelOf(sources[index]?.type) : null)}
      extra={<span className="ml-auto">{formatCount(sources.length)} chosen</span>}
    >
      <div className="grid min-w-0 gap-3">
        <KindChecks chosen={typesOf(sources)} stored={storedTypes} onToggle={toggle} />
        {sources
          .filter(({ type }) => type in TRAFFIC_WORDS)
          .map((source) => (
            <SourceChoices
              key={source.type}
              label={labelOf(source.type)}
              source={source}
              onChange={(next) => onChange(sources.map((one) => (one.type === next.type ? next : one)))}
              onFault={(fault) =>
                setFaults((before) =>
                  before[source.type] === fault ? before : { ...before, [source.type]: fault },
                )
              }
            />
          ))}
      </div>
    </FieldRow>
  );
}
