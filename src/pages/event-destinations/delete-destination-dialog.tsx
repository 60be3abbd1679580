import { ConfirmFree, EVERY_MS } from "#components/confirm-unused.tsx";
import type { EventDestination } from "#contract/event-destination.ts";
import { eventDestinations } from "#resources/event-destinations.ts";
import { useWrites } from "#resources/writes.ts";
import { useToast } from "#ui/toast.tsx";
import { useSubscribers } from "./use-subscribers.ts";

type Props = { destination: EventDestination; onClose: () => void };

/** Asks before a destination is deleted; one that a subscription sends to says which, and can't be deleted. Import lazily. */
export function DeleteDestinationDialog({ destination, onClose }: Props) {
  const { remove } = useWrites(eventDestinations);
  const toast = useToast();
  const { users, pending } = useSubscribers(destination.id, EVERY_MS);
  const name = eventDestinations.nameOf(destination);
  return (
    <ConfirmFree
      {...{ users, pending }}
      title={`Delete event destination “${name}”?`}
      confirmLabel="Delete event destination"
      tried="delete this event destination"
      onClose={onClose}
      onConfirm={async () => {
        await remove(destination.id);
        toast({
          tone: "ok",
          text: `Event destination “${name}” deleted`,
          about: eventDestinations.pathOf(destination.id),
        });
      }}
    >
      <p>Events that wait for it are not sent. You can’t undo this.</p>
    </ConfirmFree>
  );
}
