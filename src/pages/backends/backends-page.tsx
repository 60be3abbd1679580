import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { useQuery } from "@tanstack/react-query";
import { backends } from "#resources/backends.ts";
import { tunnels } from "#resources/tunnels.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { curlOf } from "#components/curl.ts";
import { MetadataPanel } from "#components/metadata.tsx";
import { NAMED_BY_MODULES, ObjectPage } from "#table/object-page.tsx";
import { href } from "#resources/paths.ts";
import { RefLink } from "#components/ref-link.tsx";
import { useList } from "#table/use-list.ts";
import { labelText, tunnelName } from "#resources/tunnel-names.ts";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Properties } from "#ui/properties.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { backendTable } from "./backend-columns.tsx";
import { NamedBy } from "./named-by.tsx";

const poll = backends.every(10_000);
const PANEL = {
  title: backends.nameOf,
  render: (backend: TunnelGroupBackend) => <Detail backend={backend} />,
};

/** /backends: every tunnel group backend, what matches it, and whether something serves it. */
export function Component() {
  const list = useList(backends, poll);
  const { create, remove } = useWrites(backends);
  return (
    <ObjectPage
      resource={backends}
      table={backendTable}
      list={list}
      rows={list.items}
      panel={PANEL}
      newTo={href.backendNew()}
      absentWords={NAMED_BY_MODULES}
      empty={<NoBackends />}
      removal={{
        words: (
          <p>
            A backend that a module names can’t be deleted: the refusal says which. Undo makes it again, under
            a new id.
          </p>
        ),
        remove: ({ id }) => remove(id),
        undo: ({ description, metadata, labels }) =>
          create({
            ...writtenTexts({ description, metadata }),
            labels: labels ?? {},
          }),
      }}
    />
  );
}

function Detail({ backend }: { backend: TunnelGroupBackend }) {
  const { id, created_at: created, metadata } = backend;
  const { data: online } = useQuery(tunnels.query);
  const known = new Map(online?.map((tunnel) => [tunnel.id, tunnelName(tunnel)]));
  const serving = backend.tunnels ?? [];
  return (
    <>
      <Properties
        rows={[
          { label: "Id", value: <CopyId id={id} /> },
          { label: "Labels", value: <span className="font-mono text-xs">{labelText(backend.labels)}</span> },
          { label: "Created", value: <RelativeTime at={created} /> },
          {
            label: "Served by",
            value:
              serving.length === 0 ? (
                "no online tunnel has all of these labels"
              ) : (
                <ul className="m-0 grid gap-1">
                  {serving.map((tunnel) => (
                    <li key={tunnel.id}>
                      <RefLink reference={tunnel} name={known.get(tunnel.id)} known={known.has(tunnel.id)} />
                    </li>
                  ))}
                </ul>
              ),
          },
          { label: "Named by", value: <NamedBy id={id} /> },
        ]}
      />
      <div>
        <CopyObject of={backends} object={backend} />
      </div>
      <MetadataPanel text={metadata} />
    </>
  );
}

function NoBackends() {
  const body = { description: "Shop", labels: { app: "shop" } };
  return (
    <EmptyState title="No backends yet">
      <div className="grid gap-4">
        <p>
          A tunnel group backend serves through every tunnel whose labels include all of its own. Edges and
          routes name it. Make one with “New backend”, or from a shell:
        </p>
        <CodeBlock
          label="the command"
          text={curlOf({ method: "POST", path: "/backends/tunnel_group", body })}
        />
      </div>
    </EmptyState>
  );
}
