import { useQuery } from "@tanstack/react-query";
import { UsedBy } from "#components/used-by.tsx";
import { parse } from "#contract/issues.ts";
import { TunnelGroupBackendUpdate, type TunnelGroupBackend } from "#contract/backend.ts";
import { BackendFields } from "#edges/backend-fields.tsx";
import { labelsOf, matchCount } from "#edges/backend-labels.ts";
import { EditPage } from "#editing/edit-page.tsx";
import { PendingChange } from "#editing/pending-change.tsx";
import { plainForm } from "#editing/plain-form.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import type { Entry } from "#forms/entries-field.tsx";
import { backends } from "#resources/backends.ts";
import { useEdgeUsers } from "#resources/edge-users.ts";
import { FIELD_LABELS } from "#resources/field-labels.ts";
import { labelText } from "#resources/tunnel-names.ts";
import { tunnels } from "#resources/tunnels.ts";

const { description, labels, metadata } = FIELD_LABELS.tunnelGroupBackend;

type Labels = { [name: string]: string };
type Values = { description: string; labels: Labels; metadata: string };

const form = plainForm<Values>({
  title: "Backend",
  labels: { description, labels, metadata },
  empty: { description: "", labels: {}, metadata: "" },
  fill: (value) => ({
    ...value,
    labels: Object.entries(value["labels"] as Labels).map(([name, value]): Entry => ({ name, value })),
  }),
  read: (values) => ({ ...values, labels: labelsOf(values["labels"] as Entry[]) }),
  check: (_, changes) => parse(TunnelGroupBackendUpdate, changes).issues ?? [],
});

/** What a backend is called, and the labels that tunnels must have. */
export function Component() {
  return (
    <EditPage of={backends}>
      {(backend, onEdited) => <BackendForm key={backend.id} backend={backend} onEdited={onEdited} />}
    </EditPage>
  );
}

function BackendForm(props: { backend: TunnelGroupBackend; onEdited: (edited: boolean) => void }) {
  const { backend, onEdited } = props;
  const { data: online = [] } = useQuery({ ...tunnels.query, staleTime: 10_000 });
  const used = { kind: "backend" as const, id: backend.id };
  const { users } = useEdgeUsers(used);
  const latest = form.editableOf(backend);
  const served = matchCount(latest.labels, online);
  const ask = ({ labels: next }: Values) =>
    users.length === 0 || served === 0 || matchCount(next, online) > 0
      ? null
      : {
          title: `Save ${backends.nameOf(backend)}?`,
          label: "Save and take offline",
          words: (
            <>
              <p className="wrap-anywhere">
                No online tunnel has <span className="font-mono text-xs">{labelText(next)}</span>. What uses
                this backend goes offline:
              </p>
              <UsedBy of={used} />
            </>
          ),
        };
  return (
    <ResourceForm
      of={backends}
      form={form}
      object={backend}
      name="backend"
      side={null}
      ask={ask}
      onEdited={onEdited}
    >
      <BackendFields />
      <PendingChange form={form} latest={latest} path={backends.pathOf(backend.id)} />
    </ResourceForm>
  );
}
