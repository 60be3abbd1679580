import { lazyPart } from "#ui/lazy-export.ts";
import type { Finding } from "../lint/facts.ts";
import type { Loss } from "../lint/guards.ts";
import { TurnOffQuestion } from "./module-actions.tsx";
import type { Opening } from "./use-opening.ts";

const UncheckedQuestion = lazyPart(() => import("./unchecked-question.tsx"), "UncheckedQuestion");

/** Asks before a save opens or closes an address, or where that could not be checked. */
export function OpeningQuestion(props: {
  title: string;
  place: string;
  opening: Opening;
  loss: Loss | null;
  found: readonly Finding[];
  onClose: () => void;
}) {
  const { opening, loss, found, ...asked } = props;
  const onConfirm = async () => opening.save();
  if (loss) return <TurnOffQuestion {...asked} loss={loss} found={found} onConfirm={onConfirm} />;
  return opening.unchecked ? <UncheckedQuestion {...asked} act="Save" onConfirm={onConfirm} /> : null;
}
