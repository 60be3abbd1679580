import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { posixQuote } from "#components/curl.ts";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { EntriesField } from "#forms/entries-field.tsx";
import { labelText } from "#resources/tunnel-names.ts";
import { tunnels } from "#resources/tunnels.ts";
import { Button } from "#ui/button.tsx";
import { counted, formatCount } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { Status } from "#ui/status.tsx";
import { type BackendValues, labelChoices, labelsOf, matchCount, rowsOf } from "./backend-labels.ts";

/** So many sets of labels are shown at first. */
const CHOICES_SHOWN = 6;

/** The fields of a tunnel group backend, whether it is new or edited. */
export function BackendFields() {
  return (
    <>
      <DescriptionField placeholder="Shop" />
      <EntriesField
        name="labels"
        label="Labels"
        one="label"
        separator="="
        hint="A tunnel must have all of them."
      />
      <Matches />
      <MetadataField />
    </>
  );
}

/** How many online tunnels have the labels as typed, and the labels that online tunnels have, to start from. */
function Matches() {
  const { setValue } = useFormContext<BackendValues>();
  const labels = labelsOf((useWatch() as BackendValues).labels);
  const { data: online = [] } = useQuery({ ...tunnels.query, staleTime: 10_000 });
  const typed = Object.keys(labels).length > 0;
  const count = matchCount(labels, online);
  const isUnlabelled = online.length > 0 && labelChoices(online).length === 0;
  return (
    <>
      {typed ? (
        <output>
          <Status tone={count > 0 ? "ok" : "warn"}>
            {count > 0
              ? `${counted(count, "online tunnel")} ${count === 1 ? "matches" : "match"}`
              : "No online tunnel matches yet"}
          </Status>
        </output>
      ) : null}
      {isUnlabelled ? <NoLabels wanted={typed ? labels : { app: "shop" }} /> : null}
      <Choices
        of={labelChoices(online, labels)}
        title={typed ? "Other labels of these tunnels" : "Labels of online tunnels"}
        onChoose={(choice) =>
          setValue("labels", rowsOf({ ...labels, ...choice }), { shouldDirty: true, shouldValidate: true })
        }
      />
    </>
  );
}

type Choice = ReturnType<typeof labelChoices>[number];

function Choices(props: { of: readonly Choice[]; title: string; onChoose: (choice: Choice) => void }) {
  const { of: choices, title, onChoose } = props;
  const [all, setAll] = useState(false);
  const shown = all ? choices : choices.slice(0, CHOICES_SHOWN);
  if (choices.length === 0) return null;
  return (
    <div className="grid gap-1">
      <span className="text-xs text-content-muted">{title}</span>
      <ul aria-label={title} className="flex flex-wrap gap-2">
        {shown.map((choice) => (
          <li key={labelText(choice)} className="min-w-0">
            <Button size="sm" className="max-w-full font-mono text-xs" onClick={() => onChoose(choice)}>
              <span className="truncate">{labelText(choice)}</span>
            </Button>
          </li>
        ))}
        {shown.length < choices.length ? (
          <li>
            <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
              Show all {formatCount(choices.length)}
            </Button>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

/** An agent that was started without labels serves no backend. */
function NoLabels({ wanted }: { wanted: Record<string, string> }) {
  const flags = Object.entries(wanted).map(([name, value]) => `--label ${posixQuote(`${name}=${value}`)}`);
  return (
    <Note>
      No online tunnel has labels. Restart the agent that is to serve it with{" "}
      {/* A flag breaks only where a line has no room for it. */}
      <code className="inline-block max-w-full font-mono text-xs wrap-anywhere">{flags.join(" ")}</code>. Its
      tunnel then serves this backend, and its own URL goes offline.
    </Note>
  );
}
