import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import {
  backendStatus,
  backendWords,
  isTunnelGroup,
  useBackendRows,
  type BackendRow,
} from "#resources/backend-rows.ts";
import { useIsNoBackend } from "#resources/other-backends.ts";
import { backends } from "#resources/backends.ts";
import { labelText } from "#resources/tunnel-names.ts";
import { BACKEND_KINDS, ID_PREFIXES, idOf } from "#contract/common.ts";
import { listNote, notAnId } from "#components/list-note.ts";
import { Combobox } from "#forms/combobox.tsx";
import { FieldRow } from "#forms/field-row.tsx";
import { useField } from "#forms/use-field.ts";
import { Button } from "#ui/button.tsx";
import { formatCount, shortenId } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Status } from "#ui/status.tsx";

const NewBackendDialog = lazyPart(() => import("./new-backend-dialog.tsx"), "NewBackendDialog");

const PREFIX = `${ID_PREFIXES.tunnelGroupBackend}_`;
const isId = (text: string) => idOf(...BACKEND_KINDS).safeParse(text).success;

/** An agent without a name, or that has just restarted. */
const isSession = (name: string) => idOf("session").safeParse(name).success;

const AGENTS_MAX = 3;

/** "hook-01, hook-02, hook-03 and 5 more". */
function agentsOf({ agents }: BackendRow) {
  const more = agents.length - AGENTS_MAX;
  const names = agents.slice(0, AGENTS_MAX).map((name) => (isSession(name) ? shortenId(name) : name));
  return `${names.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
}

/** "app=hooks · 2 agents online · hook-01, hook-02". */
const detailOf = (row: BackendRow) =>
  [isTunnelGroup(row) ? labelText(row.labels) : row.kind, backendStatus(row).text, agentsOf(row)]
    .filter(Boolean)
    .join(" · ");

/** The backend of a route or edge: found by name, label, agent or ID, shown with what serves it, or created on the spot. */
export function BackendField() {
  const control = useField("backend_id", { described: true });
  const { field, aria, text, trim } = control;
  const { getValues } = useFormContext();
  const { data, error } = useQuery({ ...backends.query, staleTime: 10_000 });
  const rows = useBackendRows(data);
  const isNoBackend = useIsNoBackend();
  const [asked, setAsked] = useState(false);
  const chosen = rows.find(({ id }) => id === text);
  const note = listNote("backend", PREFIX, data && rows, error);
  const choices = rows.map((row) => ({
    value: row.id,
    label: backends.nameOf(row),
    detail: detailOf(row),
    also: backendWords(row).join(" "),
  }));
  const known = { one: "backend", prefix: PREFIX, choices: data && choices, creates: true };
  return (
    <FieldRow
      label="Backend"
      control={control}
      empty=""
      hint="Search by name, label or agent"
      renderFault={(words) => (text === "" || isId(text) ? words : notAnId(text, known))}
      below={
        <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <output className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-3">
            {chosen ? (
              <>
                <Status tone={backendStatus(chosen).tone}>{backendStatus(chosen).text}</Status>
                {isTunnelGroup(chosen) ? (
                  <span className="font-mono text-xs text-content-faint wrap-anywhere">
                    {labelText(chosen.labels)}
                  </span>
                ) : null}
              </>
            ) : isId(text) && isNoBackend(text) ? (
              <Status tone="warn">Not found</Status>
            ) : text === "" || isId(text) ? null : (
              <span className="text-content-muted">No backend selected</span>
            )}
          </output>
          <Button size="sm" icon="plus" onClick={() => setAsked(true)}>
            Create backend
          </Button>
        </div>
      }
    >
      <Combobox
        {...field}
        {...aria}
        value={text}
        options={choices}
        note={note}
        named
        mono
        placeholder={`Search, or enter ${PREFIX}…`}
        onText={field.onChange}
        onBlur={trim}
        onPick={field.onChange}
      />
      {asked ? (
        <NewBackendDialog
          name={isId(text) ? "" : text}
          onMade={({ id }) => {
            field.onChange(id);
            setAsked(false);
          }}
          onUndone={({ id }) => {
            if (getValues(control.full) === id) field.onChange("");
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </FieldRow>
  );
}
