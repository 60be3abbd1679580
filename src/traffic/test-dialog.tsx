import { useId, useState, type ReactNode } from "react";
import { ErrorNote } from "#components/error-note.tsx";
import type { TestRequest, TestRequestCreate } from "#contract/traffic/test-request.ts";
import { sendTestRequest } from "#resources/test-requests.ts";
import { formatBytes } from "#ui/amounts.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input, Textarea } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { requestOf, type TestDraft } from "./test-draft.ts";
import { TestResult } from "./test-result.tsx";

type Props = {
  /** "Send a test request", "Replay". */
  title: string;
  /** What is in the fields at first. */
  start: TestDraft;
  /** What the request had and was not kept. */
  leftOut?: readonly string[];
  /** A module as it is edited, which may be used instead of the saved one; and what it is called. */
  module?: { draft: NonNullable<TestRequestCreate["module"]>; title: string };
  onClose: () => void;
};

const BASES = [
  { value: "draft", label: "With your draft" },
  { value: "saved", label: "As saved" },
] as const;

/** Sends a request through the edge and shows each step that it passed. Import lazily. */
export function TestDialog({ title, start, leftOut = [], module, onClose }: Props) {
  const [draft, setDraft] = useState(start);
  const [base, setBase] = useState<"draft" | "saved">("draft");
  const [result, setResult] = useState<{ answer: TestRequest; drafted: string | null } | null>(null);
  const { busy, error, attempt } = useAttempt();
  const { body, unread } = requestOf(draft);
  const drafted = module && base === "draft" ? module : null;
  const change = (part: Partial<TestDraft>) => setDraft({ ...draft, ...part });
  const send = () =>
    attempt(async () => {
      setResult(null);
      const answer = await sendTestRequest({ ...body, ...(drafted && { module: drafted.draft }) });
      setResult({ answer, drafted: drafted && drafted.draft.owner_id });
    });
  return (
    <Dialog
      title={title}
      description="It goes through the edge like a visitor’s request, and your app answers it. It counts in no chart."
      width="lg"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={unread.length > 0 ? "Fix the headers to send" : undefined}
            onClick={() => void send()}
          >
            {result ? "Send again" : "Send"}
          </Button>
        </>
      }
    >
      {leftOut.length > 0 ? (
        <Note>Not kept, so not sent: {leftOut.join(", ")}. You can add it below.</Note>
      ) : null}
      {module ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-strong">{module.title}</span>
          <Segmented label={module.title} options={[...BASES]} value={base} onChange={setBase} />
        </div>
      ) : null}
      <div className="grid gap-3 md:grid-cols-[6rem_minmax(0,1fr)]">
        <Field label="Method">
          {(id) => (
            <Input
              id={id}
              mono
              value={draft.method}
              onChange={({ target }) => change({ method: target.value })}
            />
          )}
        </Field>
        <Field label="URL">
          {(id) => (
            <Input
              id={id}
              mono
              placeholder="https://shop.example.com/orders"
              value={draft.url}
              onChange={({ target }) => change({ url: target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Visitor’s IP address" hint="Yours unless you enter one">
        {(id) => (
          <Input
            id={id}
            mono
            className="max-w-80"
            placeholder="203.0.113.7"
            value={draft.clientIp}
            onChange={({ target }) => change({ clientIp: target.value })}
          />
        )}
      </Field>
      <Field label="Headers" hint="Name: value, one a line">
        {(id) => (
          <Textarea
            id={id}
            mono
            value={draft.headers}
            onChange={({ target }) => change({ headers: target.value })}
          />
        )}
      </Field>
      {unread.length > 0 ? (
        <Note tone="warn">
          Line {unread.join(", ")}: enter a name, a colon and a value. Example: Accept: */*
        </Note>
      ) : null}
      {draft.bytes ? (
        <div className="flex flex-wrap items-center gap-3">
          <span className="font-strong">Body</span> Binary, {formatBytes(draft.bytes.length)}
          <Button size="sm" onClick={() => change({ bytes: null })}>
            Remove body
          </Button>
        </div>
      ) : (
        <Field label="Body">
          {(id) => (
            <Textarea
              id={id}
              mono
              value={draft.body}
              onChange={({ target }) => change({ body: target.value })}
            />
          )}
        </Field>
      )}
      {error === null ? null : <ErrorNote error={error} tried="send the request" />}
      {result ? <TestResult answer={result.answer} drafted={result.drafted} /> : null}
    </Dialog>
  );
}

function Field(props: { label: string; hint?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <label htmlFor={id} className="font-strong">
          {props.label}
        </label>
        {props.hint === undefined ? null : <span className="text-xs text-content-muted">{props.hint}</span>}
      </span>
      {props.children(id)}
    </div>
  );
}
