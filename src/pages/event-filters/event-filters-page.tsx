import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Page } from "#components/page.tsx";
import type { Listed, Source } from "#filters/bench/messages.ts";
import { FILTER_KINDS } from "#filters/kinds.ts";
import { useBench } from "#filters/use-bench.ts";
import { href } from "#resources/paths.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { EventsPanel } from "./events-panel.tsx";
import { ResultPanel } from "./result-panel.tsx";
import { UseFilter } from "./use-filter.tsx";
import { useUrlText } from "./use-url-text.ts";

const FilterEditor = lazyPart(() => import("#filters/filter-editor.tsx"), "FilterEditor");
const ShareField = lazyPart(() => import("#filters/share-field.tsx"), "ShareField");
const FieldsPanel = lazyPart(() => import("./fields-panel.tsx"), "FieldsPanel");
const SavedPanel = lazyPart(() => import("./saved-panel.tsx"), "SavedPanel");

const KINDS = Object.keys(FILTER_KINDS).map((value) => ({ value, label: value }));
const FIRST = KINDS[0]?.value ?? "";
/** Events listed at first, and how many more at a time. */
const SHOWN = 20;

/** /events/filters: a filter of events, run against real ones before it is used. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("kind") ?? FIRST;
  const kind = FILTER_KINDS[asked] ? asked : FIRST;
  const form = params.get("form");
  const [opened] = useState(kind);
  const source: Source = params.get("events") === "pasted" ? "pasted" : "recent";
  const fields = fieldsOf(params.get("fields") ?? "", kind);
  const [sample, setSample] = useUrlText("sample");
  const share = sampleOf(sample);
  const [wrongShare, setWrongShare] = useState<string | null>(null);
  const change = (values: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values))
          if (value === null) next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const [filter, setFilter] = useUrlText("filter");
  const [listed, setListed] = useState<Listed>("all");
  const [shown, setShown] = useState(SHOWN);
  const bench = useBench();
  const { run, tallies } = bench;
  const tally = tallies[source];
  const chosen = fields.join(",");
  useEffect(() => {
    // Until there are events, the filter is checked all the same.
    run({ source, kind, filter, fields: listOf(chosen), listed, shown: tally ? shown : 0 });
  }, [run, source, kind, filter, chosen, listed, shown, tally]);
  return (
    <Page
      title="Event filters"
      subtitle="Try a filter on real events before a subscription uses it."
      crumbs={[{ label: "Event types", to: href.events() }, { label: "Filters" }]}
    >
      {bench.broke === null ? null : (
        <Note tone="bad">Filters can’t run: {bench.broke} Reload the page to try again.</Note>
      )}
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title="Filter">
          <div className="grid min-w-0 gap-3 p-4">
            <div className="max-w-full overflow-x-auto">
              <Segmented
                label="Event type"
                options={KINDS}
                value={kind}
                onChange={(next) => change({ kind: next, fields: null })}
              />
            </div>
            <FilterEditor
              kind={kind}
              value={filter}
              onChange={setFilter}
              fault={bench.fault}
              hint="Ctrl+Space lists fields and functions. An empty filter keeps every event."
            />
            <ShareField
              label={kind}
              value={wrongShare ?? share}
              onChange={(next) => {
                setWrongShare(typeof next === "string" ? next : null);
                if (typeof next === "number") setSample(next === 1 ? "" : String(next));
              }}
            />
            {form === null ? null : (
              <UseFilter
                form={form}
                asked={opened}
                chosen={{ kind, filter, fields, sample: share }}
                wrong={
                  bench.fault
                    ? "Correct the filter first"
                    : wrongShare === null
                      ? undefined
                      : "Correct the share first"
                }
              />
            )}
          </div>
        </Panel>
        <EventsPanel
          bench={bench}
          kind={kind}
          source={source}
          onSource={(next) => change({ events: next === "recent" ? null : next })}
        />
        <ResultPanel
          bench={bench}
          kind={kind}
          source={source}
          share={share}
          listed={listed}
          onListed={(next) => {
            setListed(next);
            setShown(SHOWN);
          }}
          onMore={() => setShown(shown + SHOWN)}
        />
        <div className="grid min-w-0 gap-4">
          <FieldsPanel
            kind={kind}
            fields={fields}
            onChange={(next) => change({ fields: next.length === 0 ? null : next.join(",") })}
          />
          <SavedPanel
            kind={kind}
            filter={filter}
            isWrong={bench.fault !== null}
            onUse={(saved) => {
              setFilter(saved.filter);
              change({ kind: saved.kind, fields: null });
            }}
          />
        </div>
      </div>
    </Page>
  );
}

/** The share that a URL names; all where it names none. */
function sampleOf(text: string): number {
  const share = Number(text || 1);
  return share > 0 && share <= 1 ? share : 1;
}

const listOf = (text: string): string[] => text.split(",").filter(Boolean);

/** The fields that a URL names and the kind has; none = all. */
function fieldsOf(text: string, kind: string): string[] {
  return listOf(text).filter((name) => Object.hasOwn(FILTER_KINDS[kind] ?? {}, name));
}
