import { kindOfTarget, type Target } from "#contract/event-target.ts";
import { eventDestinationOperations } from "#contract/operations/event-destinations.ts";
import { readTarget, targetInEvents, targetToStore, targetWire } from "../delivery/stored-target.ts";
import { ApiProblem, faulty } from "../errors.ts";
import { subscriptionsTo } from "../store/event-subscriptions.ts";
import { deleteRow } from "../store/rows.ts";
import { crud } from "./crud.ts";

/** Named in a refusal at most. */
const NAMED_MAX = 5;

/** Where events are sent; what is sent is in `service/delivery`. */
export const eventDestinations = crud({
  kind: "eventDestination",
  operations: eventDestinationOperations,
  audit: "event_destination",
  locked: true,
  told: (answer) => ({ ...answer, target: targetInEvents(answer["target"] as Target) }),
  wire: ({ target, ...rest }, { uri }) => ({ ...rest, uri, target: targetWire(readTarget({ target })) }),
  create: (_, { body: { target } }) => {
    const made = targetToStore(target ?? {});
    const columns = { format: "json", target: JSON.stringify(made) };
    // The only time that it is shown.
    const created = made.webhook && (target?.webhook?.secret ?? null) === null;
    return { columns, ...(created && { once: { target: { ...targetWire(made), webhook: made.webhook } } }) };
  },
  update: (_, { target }, before) => {
    if (!target) return {};
    const old = readTarget(before);
    const [was, is] = [kindOfTarget(old), kindOfTarget(target)];
    if (was !== is) {
      const message = `must be ${was}, as it was. Create another destination instead`;
      throw faulty("targetKindFixed", [{ path: ["target"], message }]);
    }
    return { target: JSON.stringify(targetToStore(target, old)) };
  },
  remove: async (trx, { id }) => {
    const users = await subscriptionsTo(trx, id);
    if (users.length > 0) {
      const named = `${users.slice(0, NAMED_MAX).join(", ")}${users.length > NAMED_MAX ? ", and more" : ""}`;
      const message = `The event destination ${id} is used by ${named}. Remove it there first.`;
      throw new ApiProblem("destinationInUse", message);
    }
    await deleteRow(trx, "eventDestination", id);
  },
});
