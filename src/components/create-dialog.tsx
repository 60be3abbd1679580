import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { FormProvider, useFormContext, useWatch, type FieldValues } from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError, isUnsure } from "#api/errors.ts";
import type { Issue } from "#contract/error.ts";
import { parse } from "#contract/issues.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";
import { showIssues, useProblem } from "#forms/server-errors.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { Unread, useUnreadStop } from "#forms/unread.ts";
import { useIssueForm } from "#forms/use-issue-form.ts";
import { useSubmit } from "#forms/use-submit.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogAside } from "#ui/dialog.tsx";
import { Note } from "#ui/note.tsx";
import type { TerraformResource } from "#resources/resource.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { CopyAs } from "./copy-as.tsx";
import { CreateProblem } from "./create-problem.tsx";
import { knownIds, LostCreation, useLost, type Listed, type Lost } from "./lost-creation.tsx";

const LeaveDialog = lazyPart(() => import("#forms/leave-dialog.tsx"), "LeaveDialog");

type Props<V extends FieldValues, Body extends JsonObject, Made> = {
  /** What is made: where it is posted to, what of it is refused, and what Terraform calls it. */
  of: Listed & {
    path: string;
    create?: z.ZodMiniType<Body>;
    terraform?: TerraformResource;
  };
  /** What one is called in the middle of a sentence, where that is shorter: "subscription". */
  one?: string;
  description: ReactNode;
  /** "lg" = for fields that hold rows of their own. */
  width?: ComponentProps<typeof Dialog>["width"];
  /** The values it starts from, in the order of the form. */
  defaults: V;
  /** The request for what was typed, with what can't be read as issues. */
  bodyOf: (values: V) => Body;
  /** Faults in what is typed beside the request. */
  faultsIn?: (values: V) => Issue[];
  /** Issues in a refusal that names its field in words alone. */
  issuesIn?: (error: ApiError, body: Body) => Issue[];
  /** Sends it; a rejection is shown and the dialog stays with what was typed. */
  create: (body: Body, values: V) => Promise<Made>;
  /** Goes on once it is made. */
  onMade: (made: Made) => void;
  onClose: () => void;
  /** Why nothing leaves until the answer came: it alone holds a token. Otherwise links lead away meanwhile. */
  held?: string;
  /** What the answer alone holds, and is lost with it: "Its token can’t be shown again". */
  lost?: string;
  /** The fields. */
  children: ReactNode;
};

/**
 * A form in a dialog that makes a resource: checked by its contract before anything is sent, issues of the service at
 * their fields, guarded while it holds something. After an answer that was lost it finds out what came of it.
 */
export function CreateDialog<V extends FieldValues, Body extends JsonObject, Made>(
  props: Props<V, Body, Made>,
) {
  const { of, one = of.noun.one, defaults, bodyOf } = props;
  const title = `New ${of.noun.one}`;
  const names = Object.keys(defaults);
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [closing, setClosing] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const done = useRef(false);
  const client = useQueryClient();
  const [lost, setLost] = useState<Lost | null>(null);
  const found = useLost(of, lost);
  const isOverForm = useFormContext() !== null;
  const form = useIssueForm<V>(
    defaults,
    (values) => [
      ...((of.create && parse(of.create, bodyOf(values)).issues) ?? []),
      ...(props.faultsIn?.(values) ?? []),
    ],
    names,
  );
  const [problem, setProblem] = useProblem<unknown, V>(form, isUnsure);
  const create = async (values: V) => {
    const body = bodyOf(values);
    setBusy(true);
    setClosing(false);
    setProblem(null);
    setLost(null);
    const known = knownIds(client, of);
    try {
      const made = await props.create(body, values);
      done.current = true;
      props.onMade(made);
    } catch (error) {
      setBusy(false);
      if (isUnsure(error)) setLost({ at: Date.now(), body, values, known });
      const issues =
        error instanceof ApiError ? [...error.issues, ...(props.issuesIn?.(error, body) ?? [])] : [];
      const rest = showIssues(form, issues, names);
      if (issues.length === 0 || rest.length > 0) setProblem(error);
    }
  };
  const { unread, submit } = useUnreadStop(form, useSubmit(form, create));
  const held = busy ? props.held : undefined;
  const what = lost && found === undefined ? "what you typed here" : `the new ${one}`;
  // What was created holds what was typed.
  const isDirty = () =>
    !done.current &&
    (held !== undefined || !sameJson(form.getValues(), (found ? lost?.values : undefined) ?? defaults));
  // The way out of the dialog alone is none of the page, which its guard asks about.
  const close = () => (isDirty() ? setLeaving(true) : props.onClose());
  const askToClose = () => (busy ? setClosing(true) : close());
  return (
    <FormProvider {...form}>
      <Dialog
        onClose={askToClose}
        title={title}
        description={props.description}
        {...(props.width && { width: props.width })}
        footer={
          <>
            <Pending {...{ path: of.path, terraform: of.terraform, bodyOf }} />
            <Button disabledReason={busy ? (held ?? "Wait for the answer") : undefined} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={id} variant="primary" busy={busy}>
              Create {one}
            </Button>
          </>
        }
      >
        <form
          id={id}
          aria-label={title}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            // A dialog that a field opens: its submit is none of the form around.
            event.stopPropagation();
            submit(event);
          }}
        >
          <Unread value={unread}>{props.children}</Unread>
        </form>
        {problem === null ? null : lost ? (
          <LostCreation {...{ of, one, lost }} error={problem} row={found} held={props.lost} />
        ) : (
          <CreateProblem error={problem} one={one} extension />
        )}
        {held && closing ? <Note tone="warn">{held}</Note> : null}
        <UnsavedGuard
          isDirty={isDirty}
          what={what}
          held={held}
          onBack={isOverForm ? askToClose : undefined}
        />
        {leaving ? (
          <LeaveDialog
            what={what}
            onStay={() => setLeaving(false)}
            onLeave={() => {
              done.current = true;
              props.onClose();
            }}
          />
        ) : null}
      </Dialog>
    </FormProvider>
  );
}

/** The request as it stands now, to take along. */
function Pending(props: {
  path: string;
  terraform: TerraformResource | undefined;
  /** Of the form around. */
  bodyOf: (values: never) => JsonObject;
}) {
  const { path, terraform } = props;
  const body = props.bodyOf(useWatch() as never);
  return (
    <DialogAside>
      <CopyAs request={{ method: "POST", path, body }} json={body} terraform={terraform} />
    </DialogAside>
  );
}
