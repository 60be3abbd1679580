import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { DescriptionField } from "#components/description-field.tsx";
import { freshOf } from "#components/fresh-query.ts";
import { Freshness } from "#components/freshness.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { NoSuch } from "#components/no-such.tsx";
import { Page } from "#components/page.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { kindOfTarget } from "#contract/event-target.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import { TargetFields } from "#components/target-fields.tsx";
import { eventDestinations } from "#resources/event-destinations.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { destinationForm, hasSecret } from "./destination-form.ts";

/** Where a destination sends events: all but its kind. Secrets stay unless new ones are typed. */
export function Component() {
  const { id = "" } = useParams();
  const query = freshOf(useQuery({ ...eventDestinations.detail(id), refetchOnMount: "always" }));
  const [edited, setEdited] = useState(false);
  const name = query.data ? eventDestinations.nameOf(query.data) : id;
  const back = href.eventDestinations(`?open=${encodeURIComponent(id)}`);
  return (
    <Page
      title={`Edit ${name}`}
      crumbs={[
        { label: "Event destinations", to: href.eventDestinations() },
        { label: name, to: back },
        { label: "Edit" },
      ]}
      freshness={<Freshness query={query} held={edited} />}
      actions={<ButtonLink to={back}>Back to the destination</ButtonLink>}
    >
      <QueryGate
        query={query}
        tried="load this destination"
        loading={<SkeletonRows label="Loading this destination" />}
        editing={edited}
        absent={<NoSuch kind="eventDestination" id={id} />}
      >
        {(loaded) => {
          const kind = kindOfTarget(loaded.target);
          return (
            <ResourceForm
              key={id}
              of={eventDestinations}
              form={destinationForm}
              object={loaded}
              name="destination"
              side={null}
              onEdited={setEdited}
              undoLoss={({ sent }) =>
                hasSecret(sent) ? { says: "The old secret can’t be restored.", rest: true } : undefined
              }
            >
              <DescriptionField />
              {kind ? <TargetFields kind={kind} login="target.login" stored /> : null}
              <MetadataField />
            </ResourceForm>
          );
        }}
      </QueryGate>
    </Page>
  );
}
