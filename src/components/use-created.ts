import type { EdgeUser } from "#resources/edge-users.ts";
import { capital } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { tryInToast } from "./failure-toast.ts";
import { useLeaveFirst } from "./use-leave-gone.ts";

type Created = {
  /** With its kind: "route a.example/". */
  name: string;
  /** What comes next: "Add an allow rule next." */
  next?: string;
  /** Answers who uses it where it can't be deleted for that. */
  remove: () => Promise<EdgeUser | null | void>;
  /** What its removal would take along by now, "1 route"; empty where nothing. */
  alongOf?: () => Promise<string>;
  /** Its page, and what is around that: where an undo leads from its page, or one below. */
  places: { page: string; around: string };
  /** What the messages of its making and its undo are about. */
  about: string;
};

/** Says that something was created, and offers to delete it again. Works after the caller has left the screen. */
export function useCreated(): (created: Created) => void {
  const toast = useToast();
  const leaveFirst = useLeaveFirst();
  const undo = (created: Created, agreed = "") =>
    tryInToast(
      toast,
      () => `delete ${created.name}`,
      async () => {
        const along = (await created.alongOf?.()) ?? "";
        if (along !== "" && along !== agreed) return askAlong(created, along);
        const { page, around } = created.places;
        if (!(await leaveFirst(page, around))) return offerUndo(created);
        const user = await created.remove();
        if (user) {
          const text = `${capital(created.name)} is used by ${user.name}. Remove it there first.`;
          // It goes once its use there is changed.
          return toast({ tone: "bad", text, about: user.path });
        }
        return toast({ tone: "ok", text: `Undone: ${created.name} deleted`, about: created.about });
      },
    );
  /** Undo takes back one step: what was added to it since goes only when that is wanted. */
  const askAlong = (created: Created, along: string) =>
    toast({
      text: `${capital(created.name)} has ${along} now. Delete everything?`,
      // A part of it: the message of what was added stays beside the question.
      about: `${created.about}/undo`,
      action: { label: "Delete all", onSelect: () => void undo(created, along) },
    });
  const offerUndo = (created: Created) =>
    toast({
      tone: "ok",
      text: [`${capital(created.name)} created`, created.next].filter(Boolean).join(". "),
      about: created.about,
      action: { label: "Undo", onSelect: () => void undo(created) },
    });
  return offerUndo;
}
