import { useNavigate } from "react-router-dom";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { useCreated } from "#components/use-created.ts";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { DestinationsField } from "#components/destinations-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { eventSubscriptions } from "#resources/event-subscriptions.ts";
import { href } from "#resources/paths.ts";
import { removeMade } from "#resources/remove-made.ts";
import { useWrites } from "#resources/writes.ts";
import { SourcesField } from "./sources-field.tsx";
import { bodyOf, EMPTY, unchosenIn } from "./subscription-form.ts";

/** Creates a subscription over the list. */
export function Component() {
  const writes = useWrites(eventSubscriptions);
  const navigate = useNavigate();
  const sayCreated = useCreated();
  const close = useCloseToList();
  return (
    <CreateDialog
      of={eventSubscriptions}
      one="subscription"
      description="Sends events from now on, in order, until they arrive."
      width="lg"
      defaults={EMPTY}
      bodyOf={bodyOf}
      faultsIn={unchosenIn}
      create={writes.create}
      onMade={(made) => {
        sayCreated({
          name: `subscription “${eventSubscriptions.nameOf(made)}”`,
          remove: () => removeMade(writes, made.id),
          places: { page: href.eventSubscriptionEdit(made.id), around: href.eventSubscriptions() },
          about: eventSubscriptions.pathOf(made.id),
        });
        void navigate(href.eventSubscriptions(), { replace: true });
      }}
      onClose={close}
    >
      <DescriptionField placeholder="Changes for the security team" />
      <SourcesField stored={EMPTY.sources} />
      <DestinationsField />
      <MetadataField />
    </CreateDialog>
  );
}
