import { useState } from "react";
import { Link } from "react-router-dom";
import type { Event } from "#contract/event.ts";
import { RefLookup, RefName } from "#components/ref-link-lookup.tsx";
import { resourceOf } from "#resources/all.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { href } from "#resources/paths.ts";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { Properties } from "#ui/properties.tsx";
import { ActivityLink } from "./activity-link.tsx";
import { changesOf } from "./changes-of.ts";
import type { Happening } from "./happenings.ts";
import { PartChanges } from "./part-changes.tsx";
import { rolloutLines } from "./rollout-happening.ts";
import { ADDRESS_HELD, holderOf, isRestorable } from "./use-restore-deleted.ts";

const RevertDialog = lazyPart(() => import("./revert-dialog.tsx"), "RevertDialog");

/** What an event changed, who did it, what else happened to the same object, and the way back. */
export function EventDetail({ event, happening }: { event: Event; happening: Happening }) {
  const [asking, setAsking] = useState(false);
  const { event_id: eventId, event_type: type, object, principal, gatehouse } = event;
  const id = typeof object["id"] === "string" ? object["id"] : null;
  const key = principal?.credential?.id;
  const isDeleted = type.includes("_deleted.");
  const lines = rolloutLines(event);
  const way = isDeleted
    ? isRestorable(object)
    : lines === null && Object.keys(gatehouse?.before ?? {}).length > 0;
  const { edges = [] } = useKnownEdges();
  const holder = isDeleted ? holderOf(object, edges) : undefined;
  const name = happening.object;
  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      {lines ? (
        <div className="grid min-w-0 gap-1">
          {lines.map((line) => (
            <p key={line} className="wrap-anywhere">
              {line}
            </p>
          ))}
        </div>
      ) : (
        <PartChanges parts={changesOf(event)} past />
      )}
      <div className="grid min-w-0 gap-3">
        <Properties
          rows={[
            {
              label: "Event type",
              value: (
                <Link
                  to={href.event(type)}
                  className="link inline-flex min-h-6 items-center font-mono text-xs wrap-anywhere"
                >
                  {type}
                </Link>
              ),
            },
            { label: "Event", value: <CopyId id={eventId} /> },
            ...(id === null
              ? []
              : [
                  {
                    label: "Object",
                    value: (
                      <span className="flex flex-wrap items-center gap-x-3">
                        <CopyId id={id} />
                        <ActivityLink of="object_id" id={id}>
                          All changes of this object
                        </ActivityLink>
                      </span>
                    ),
                  },
                ]),
            ...(key === undefined
              ? []
              : [
                  {
                    label: "Key",
                    value: (
                      <span className="flex flex-wrap items-center gap-x-3">
                        <RefName id={key} />
                        <ActivityLink of="credential" id={key}>
                          Everything this key did
                        </ActivityLink>
                      </span>
                    ),
                  },
                ]),
            ...(principal
              ? [
                  {
                    label: "Person",
                    value: (
                      <ActivityLink of="principal" id={principal.id}>
                        {principal.subject || principal.id}
                      </ActivityLink>
                    ),
                  },
                ]
              : []),
          ]}
        />
        {holder ? (
          <p className="text-xs text-content-muted">
            {ADDRESS_HELD} <RefLookup reference={holder} withId={false} inText />
          </p>
        ) : way ? (
          <div>
            <Button icon="undo" onClick={() => setAsking(true)}>
              {isDeleted ? "Restore…" : "Revert…"}
            </Button>
          </div>
        ) : isDeleted ? (
          <p className="text-xs text-content-muted">
            Its token was deleted with it, so it can’t be restored.
          </p>
        ) : type.includes("_created.") && happening.to !== null && id !== null && resourceOf(id) ? (
          <p className="text-xs text-content-muted">
            To undo, delete it:{" "}
            <Link to={happening.to} className="link inline-flex min-h-6 items-center">
              {name}
            </Link>
          </p>
        ) : null}
      </div>
      {asking ? (
        <RevertDialog event={event} name={name} noun={happening.noun.one} onClose={() => setAsking(false)} />
      ) : null}
    </div>
  );
}
