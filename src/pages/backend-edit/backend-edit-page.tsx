import { useQuery } from "@tanstack/react-query";
import { UsedBy } from "#components/used-by.tsx";
import { parse } from "#contract/issues.ts";
import { TunnelGroupBackendUpdate, type TunnelGroupBackend } from "#contract/backend.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { BackendFields } from "#edges/backend-fields.tsx";
import { faultsIn, labelsOf, matchCount, rowsOf } from "#edges/backend-labels.ts";
import { EditPage } from "#editing/edit-page.tsx";
import { PendingChange } from "#editing/pending-change.tsx";
import { plainForm } from "#editing/plain-form.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import type { Entry } from "#forms/entries-field.tsx";
import { sameJson } from "#forms/json.ts";
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
  fill: (value) => ({ ...value, labels: rowsOf(value["labels"] as Labels) }),
  read: (values) => ({ ...values, labels: labelsOf(values["labels"] as Entry[]) }),
  faultsIn: (values) => faultsIn({ labels: values["labels"] as Entry[] }),
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
  const { data: online } = useQuery({ ...tunnels.query, staleTime: 10_000 });
  const used = { kind: "backend" as const, id: backend.id, on: true as const };
  const { users, pending, unread } = useEdgeUsers(used);
  const latest = form.editableOf(backend);
  // What is not read yet, or can't be, may use it.
  const isUsed = users.length > 0 || pending || unread.length > 0;
  const ask = ({ labels: next }: Values) =>
    !isUsed || sameJson(next, latest.labels) || (online && !loses(latest.labels, next, online))
      ? null
      : {
          title: `Save ${backends.nameOf(backend)}?`,
          label: "Save and take offline",
          words: (
            <>
              <p className="wrap-anywhere">
                {online ? "No online tunnel has" : "Tunnels could not be read. Maybe none has"}{" "}
                <span className="font-mono text-xs">{labelText(next)}</span>. What uses this backend goes
                offline:
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

/** Whether a backend that is online now is not, once it has other labels. */
const loses = (before: Labels, after: Labels, online: readonly Tunnel[]): boolean =>
  matchCount(before, online) > 0 && matchCount(after, online) === 0;
