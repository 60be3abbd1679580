import { TRAFFIC_FIELDS } from "#contract/traffic/traffic-filter.ts";

const FIELDS = Object.entries(TRAFFIC_FIELDS).toSorted(([a], [b]) => a.localeCompare(b));

/** Every field, with what it says; a click adds it to the filter. */
export function FieldList({ onChoose }: { onChoose: (name: string) => void }) {
  return (
    <ul className="grid max-h-64 gap-x-4 overflow-y-auto rounded-md border border-line bg-surface-raised p-2 lg:grid-cols-2">
      {FIELDS.map(([name, { about }]) => (
        <li key={name} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <button
            type="button"
            className="link-quiet min-h-6 font-mono wrap-anywhere"
            onClick={() => onChoose(`ev.${name}`)}
          >
            ev.{name}
          </button>
          <span>{about}</span>
        </li>
      ))}
    </ul>
  );
}
