import { Icon } from "#ui/icon.tsx";
import type { PartialList } from "./use-list.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Checkbox } from "#ui/input.tsx";
import { Segmented } from "#ui/segmented.tsx";
import type { Density, SortBy } from "./url-state.ts";
import type { Identified } from "./column.ts";
import { saveFile } from "#ui/save-file.ts";
import { exportRow, toCsv, toJson } from "./export.ts";
import { FloatPanel } from "./float-panel.tsx";
import { nextSort } from "./rows.ts";
import type { TableView } from "./toolbar.tsx";

const DENSITIES: { value: Density; label: string }[] = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact" },
];
const LEGEND = "pb-1 text-xs font-strong text-content-muted";

/** Chooses columns, order and density, and exports what is shown. */
export function ViewPanel<T extends Identified>(
  props: TableView<T> & { id: string; anchor: HTMLElement; onClose: (refocus: boolean) => void },
) {
  const { state, change } = props;
  return (
    <FloatPanel id={props.id} label="View" anchor={props.anchor} align="end" onClose={props.onClose}>
      <div className="grid gap-4">
        <Columns {...props} />
        <Order {...props} />
        <div className="max-md:hidden">
          <p className={LEGEND}>Rows</p>
          <Segmented
            label="Rows"
            options={DENSITIES}
            value={state.density}
            onChange={(density) => change({ density })}
            size="sm"
          />
        </div>
        <Export {...props} />
      </div>
    </FloatPanel>
  );
}

function Columns<T extends Identified>({ columns, visible, change }: TableView<T>) {
  const shown = new Set(visible.map(({ id }) => id));
  const byDefault = columns.flatMap(({ id, hidden }) => (hidden ? [] : [id]));
  const toggle = (id: string) => {
    const next = columns.flatMap((column) =>
      (column.id === id) === !shown.has(column.id) ? [column.id] : [],
    );
    const same = next.length === byDefault.length && next.every((one, at) => one === byDefault[at]);
    change({ columns: same ? null : next });
  };
  return (
    <fieldset>
      <legend className={LEGEND}>Columns</legend>
      {columns.map(({ id, head, place }, index) =>
        index === 0 || place === "menu" ? null : (
          <div key={id} className="flex h-control-sm items-center">
            <Checkbox label={head} checked={shown.has(id)} onChange={() => toggle(id)} />
          </div>
        ),
      )}
    </fieldset>
  );
}

function Order<T extends Identified>({ columns, state: { sort }, change }: TableView<T>) {
  const headOf = (id: string) => columns.find((column) => column.id === id)?.head ?? id;
  const rest = columns.filter((one) => one.sort && !sort.some(({ column }) => column === one.id));
  const set = (next: readonly SortBy[]) => change({ sort: next });
  return (
    <fieldset>
      <legend className={LEGEND}>Sorted by</legend>
      <ol className="grid gap-1">
        {sort.map(({ column, descending }, at) => (
          <li key={column} className="flex items-center gap-1">
            <span className="min-w-0 flex-1 truncate">
              {sort.length > 1 ? <span className="text-content-faint">{at + 1} </span> : null}
              {headOf(column)}
            </span>
            <IconButton
              icon={descending ? "down" : "up"}
              label={`${headOf(column)}: ${descending ? "descending" : "ascending"}, reverse`}
              size="sm"
              onClick={() => set(sort.with(at, { column, descending: !descending }))}
            />
            {sort.length > 1 ? (
              <IconButton
                icon="x"
                label={`Don’t sort by ${headOf(column)}`}
                size="sm"
                onClick={() => set(sort.toSpliced(at, 1))}
              />
            ) : null}
          </li>
        ))}
      </ol>
      {rest.length > 0 ? (
        <select
          aria-label="Then sort by"
          value=""
          onChange={({ currentTarget }) => set(nextSort(sort, currentTarget.value, true))}
          className="mt-1 h-control-sm w-full rounded-md border border-line-strong bg-surface-raised px-1.5 text-xs"
        >
          <option value="">Then sort by…</option>
          {rest.map(({ id, head }) => (
            <option key={id} value={id}>
              {head}
            </option>
          ))}
        </select>
      ) : null}
    </fieldset>
  );
}

function Export<T extends Identified>({ noun, shown, visible }: TableView<T>) {
  const rows = () => shown.map((row) => exportRow(row, visible));
  const name = `gatehouse-${noun.many.replaceAll(" ", "-")}`;
  return (
    <div>
      <p className={LEGEND}>Export {formatCount(shown.length)} shown with these columns</p>
      <div className="flex gap-2">
        <Button size="sm" icon="download" onClick={() => saveFile(`${name}.csv`, "text/csv", toCsv(rows()))}>
          CSV
        </Button>
        <Button
          size="sm"
          icon="download"
          onClick={() => saveFile(`${name}.json`, "application/json", toJson(rows()))}
        >
          JSON
        </Button>
      </div>
    </div>
  );
}

/** How far a long list has come, and its end. */
export function Progress({ total, cancelled, onCancel, onResume }: PartialList & { total: string }) {
  return (
    <span className="flex items-center gap-2 text-xs text-content-muted">
      <Icon name={cancelled ? "warn" : "run"} spin={!cancelled} className="text-accent-text" />
      <span>{total} loaded. Search covers these.</span>
      <Button size="sm" onClick={cancelled ? onResume : onCancel}>
        {cancelled ? "Load all" : "Cancel"}
      </Button>
    </span>
  );
}
