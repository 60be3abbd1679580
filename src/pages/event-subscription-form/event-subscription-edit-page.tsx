import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { DescriptionField } from "#components/description-field.tsx";
import { DestinationsField } from "#components/destinations-field.tsx";
import { freshOf } from "#components/fresh-query.ts";
import { Freshness } from "#components/freshness.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { NoSuch } from "#components/no-such.tsx";
import { Page } from "#components/page.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import type { EventSubscription } from "#contract/event-subscription.ts";
import { PendingChange } from "#editing/pending-change.tsx";
import { ResourceForm } from "#editing/resource-form.tsx";
import { eventSubscriptions } from "#resources/event-subscriptions.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { SourcesField } from "./sources-field.tsx";
import { subscriptionForm } from "./subscription-form.ts";

/** Which events a subscription sends, what of them, and where. */
export function Component() {
  const { id = "" } = useParams();
  const query = freshOf(useQuery({ ...eventSubscriptions.detail(id), refetchOnMount: "always" }));
  const [edited, setEdited] = useState(false);
  const name = query.data ? eventSubscriptions.nameOf(query.data) : id;
  const back = href.eventSubscriptions(`?open=${encodeURIComponent(id)}`);
  return (
    <Page
      title={`Edit ${name}`}
      crumbs={[
        { label: "Event subscriptions", to: href.eventSubscriptions() },
        { label: name, to: back },
        { label: "Edit" },
      ]}
      freshness={<Freshness query={query} held={edited} />}
      actions={<ButtonLink to={back}>Back to the subscription</ButtonLink>}
    >
      <QueryGate
        query={query}
        tried="load this subscription"
        loading={<SkeletonRows label="Loading this subscription" />}
        editing={edited}
        absent={<NoSuch kind="eventSubscription" id={id} />}
      >
        {(loaded) => <SubscriptionForm key={id} subscription={loaded} onEdited={setEdited} />}
      </QueryGate>
    </Page>
  );
}

type Props = { subscription: EventSubscription; onEdited: (edited: boolean) => void };

function SubscriptionForm({ subscription, onEdited }: Props) {
  const latest = subscriptionForm.editableOf(subscription);
  const faults = subscription.sources.flatMap(({ type, fault }) => (fault ? [`${type}: ${fault}`] : []));
  return (
    <ResourceForm
      of={eventSubscriptions}
      form={subscriptionForm}
      object={subscription}
      name="subscription"
      side={null}
      onEdited={onEdited}
    >
      {faults.length > 0 ? <Note tone="warn">{faults.join(". ")}</Note> : null}
      <DescriptionField />
      <SourcesField stored={latest.sources} />
      <DestinationsField hint="Nothing is sent while none is chosen" />
      <MetadataField />
      <PendingChange
        form={subscriptionForm}
        latest={latest}
        path={eventSubscriptions.pathOf(subscription.id)}
      />
    </ResourceForm>
  );
}
