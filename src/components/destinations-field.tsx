import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChecksField } from "#forms/choice-fields.tsx";
import { eventDestinations } from "#resources/event-destinations.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";

const NewDestinationDialog = lazyPart(() => import("./new-destination-dialog.tsx"), "NewDestinationDialog");

/** Where the events of a subscription are sent: any of the destinations, or one that is created on the spot. */
export function DestinationsField({ hint }: { hint?: string }) {
  const { data: destinations = [] } = useQuery(eventDestinations.query);
  const [asked, setAsked] = useState(false);
  const choices = destinations.map((one) => ({ value: one.id, label: eventDestinations.nameOf(one) }));
  return (
    <ChecksField
      name="destination_ids"
      label="Send to"
      choices={choices}
      hint={hint}
      renderBelow={(choose, drop) => (
        <div className="mt-1">
          <Button size="sm" icon="plus" onClick={() => setAsked(true)}>
            Create destination
          </Button>
          {asked ? (
            <NewDestinationDialog
              onMade={({ id }) => {
                choose(id);
                setAsked(false);
              }}
              onUndone={({ id }) => drop(id)}
              onClose={() => setAsked(false)}
            />
          ) : null}
        </div>
      )}
    />
  );
}
