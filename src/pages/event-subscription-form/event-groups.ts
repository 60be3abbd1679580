import { kindNoun } from "#activity/kind-words.ts";
import { TRAFFIC_WORDS } from "#activity/source-words.ts";
import { EVENT_KINDS, type EventKind } from "#contract/events/catalogue.ts";
import { groupBy } from "#resources/group-by.ts";
import { capital } from "#ui/format.ts";

const VERB = /_([a-z]+)\.v\d+$/;

type Group = { label: string; kinds: readonly { type: string; label: string }[] };

/** What this service fires, by what it is about; traffic comes first. */
export const EVENT_GROUPS: readonly Group[] = [
  ...groupBy(
    EVENT_KINDS.filter(({ written }) => written),
    ({ type, family }: EventKind) => (family === "audit" ? type.replace(VERB, "") : ""),
  ),
]
  .map(([group, kinds]) => ({
    label: group === "" ? "Traffic" : capital(kindNoun(group).many),
    kinds: kinds.map(({ type }) => ({
      type,
      label: TRAFFIC_WORDS[type] ?? capital(VERB.exec(type)?.[1] ?? type),
    })),
  }))
  .toSorted(
    (a, b) => Number(b.label === "Traffic") - Number(a.label === "Traffic") || a.label.localeCompare(b.label),
  );
