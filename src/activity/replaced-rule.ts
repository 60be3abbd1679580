import type { Event } from "#contract/event.ts";

/** The two writes of a replacement follow each other within seconds. */
const ACT_MS = 10_000;

const policyIn = ({ object }: Event) => (object["ip_policy"] as { id?: unknown } | null | undefined)?.id;
const keyOf = ({ principal }: Event) => principal?.credential?.id ?? principal?.id;

/**
 * Of a rule that was created in place of one with the same range in the same policy, the action of that one, which was deleted
 * just before with the same key: another action needs a new rule (src/policy-lab/replacement.ts). undefined of any other event.
 */
export function replacedAction(events: readonly Event[]): (event: Event) => string | undefined {
  const deleted = events.filter(({ event_type }) => event_type.startsWith("ip_policy_rule_deleted."));
  return (event) => {
    if (!event.event_type.startsWith("ip_policy_rule_created.")) return undefined;
    const was = deleted.find((one) => {
      const after = Date.parse(event.event_timestamp) - Date.parse(one.event_timestamp);
      const isSame =
        one.object["cidr"] === event.object["cidr"] &&
        policyIn(one) === policyIn(event) &&
        keyOf(one) === keyOf(event);
      return isSame && after >= 0 && after <= ACT_MS && one.object["action"] !== event.object["action"];
    });
    return typeof was?.object["action"] === "string" ? was.object["action"] : undefined;
  };
}
