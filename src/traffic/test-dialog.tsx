import { useId, useState } from "react";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { ErrorNote } from "#components/error-note.tsx";
import { isIpAddress } from "#contract/cidr.ts";
import { TEST_BODY_MAX, type TestRequest, type TestRequestCreate } from "#contract/traffic/test-request.ts";
import { sendTestRequest } from "#resources/test-requests.ts";
import { formatBytes } from "#ui/amounts.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input, Textarea } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { PLACEHOLDER, type Placeholder, placeholderText } from "./sent-again.ts";
import { bytesIn, placeholdersIn, requestOf, type TestDraft } from "./test-draft.ts";
import { TestResult } from "./test-result.tsx";

type Props = {
  /** "Send a test request", "Replay". */
  title: string;
  /** What is in the fields at first. */
  start: TestDraft;
  /** What the request had and was not kept. */
  leftOut?: readonly string[];
  /** Secrets of the request that are a placeholder in the fields. */
  placeholders?: readonly Placeholder[];
  /** A module as it is edited, which may be used instead of the saved one; what it is called, and what it needs first. */
  module?: { draft: NonNullable<TestRequestCreate["module"]>; title: string; fault?: string | undefined };
  /** What is in the fields now. */
  onDraft?: (draft: TestDraft) => void;
  onClose: () => void;
};

const BASES = [
  { value: "draft", label: "With your draft" },
  { value: "saved", label: "As saved" },
] as const;

/** Sends a request through the edge and shows each step that it passed. Import lazily. */
export function TestDialog({
  title,
  start,
  leftOut = [],
  placeholders = [],
  module,
  onDraft,
  onClose,
}: Props) {
  const [draft, setDraft] = useState(start);
  const [base, setBase] = useState<"draft" | "saved">("draft");
  const [sentAs, setSentAs] = useState(base);
  const [result, setResult] = useState<{ answer: TestRequest; drafted: string | null } | null>(null);
  const { busy, error, attempt } = useAttempt();
  const { body, unread } = requestOf(draft);
  const isAddress = body.client_ip === undefined || isIpAddress(body.client_ip);
  const tooLong = bytesIn(draft).length > TEST_BODY_MAX;
  // What came of a request stands under its own mode only, also where the other one was chosen meanwhile.
  const own = sentAs === base;
  const [asking, setAsking] = useState(false);
  const unfilled = placeholdersIn(draft, placeholders);
  const drafted = module && base === "draft" ? module : null;
  const change = (part: Partial<TestDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onDraft?.(next);
  };
  const fieldOf = (name: "method" | "url" | "clientIp" | "headers" | "body") => ({
    value: draft[name],
    onValue: (value: string) => change({ [name]: value }),
  });
  const send = () =>
    attempt(async () => {
      setSentAs(base);
      setResult(null);
      const answer = await sendTestRequest({ ...body, ...(drafted && { module: drafted.draft }) });
      setResult({ answer, drafted: drafted && drafted.draft.owner_id });
    });
  return (
    <Dialog
      title={title}
      description="It goes through the edge like a visitor’s request. Your app gets it unless a module blocks it. Not counted in charts."
      width="lg"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={
              draft.url.trim() === ""
                ? "Enter a URL to send"
                : isAddress
                  ? unread.length > 0
                    ? "Fix the headers to send"
                    : tooLong
                      ? "Shorten the body to send"
                      : drafted?.fault
                  : "Fix the IP address to send"
            }
            onClick={() => (unfilled.length > 0 ? setAsking(true) : void send())}
          >
            {own && result ? "Send again" : "Send"}
            {unfilled.length > 0 ? "…" : ""}
          </Button>
        </>
      }
    >
      {leftOut.length > 0 ? (
        <Note>Not kept, so not sent: {leftOut.join(", ")}. You can add it below.</Note>
      ) : null}
      {unfilled.length > 0 ? (
        <Note tone="warn">
          Secrets are not kept. The word <code className="font-mono">{PLACEHOLDER}</code> is in place of:{" "}
          {placeholderText(unfilled)}. Replace it before you send.
        </Note>
      ) : null}
      {module ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-strong">{module.title}</span>
          <Segmented label={module.title} options={[...BASES]} value={base} onChange={setBase} />
        </div>
      ) : null}
      <div className="grid gap-3 md:grid-cols-[6rem_minmax(0,1fr)]">
        <Field label="Method" {...fieldOf("method")} />
        <Field label="URL" {...fieldOf("url")} placeholder="https://shop.example.com/orders" />
      </div>
      <Field
        label="Visitor’s IP address"
        hint="Yours unless you enter one"
        {...fieldOf("clientIp")}
        className="max-w-80"
        placeholder="203.0.113.7"
        error={isAddress ? undefined : "Invalid IP address. Example: 203.0.113.7"}
      />
      <Field as={Textarea} label="Headers" hint="Name: value, one per line" {...fieldOf("headers")} />
      {unread.length > 0 ? (
        <Note tone="warn">
          Line {unread.join(", ")}: enter a name, a colon and a value. Example: Accept: */*
        </Note>
      ) : null}
      {tooLong ? <Note tone="warn">The body is longer than {TEST_BODY_MAX / 1_024} KiB.</Note> : null}
      {draft.bytes ? (
        <div className="flex flex-wrap items-center gap-3">
          <span className="font-strong">Body</span> Binary, {formatBytes(draft.bytes.length)}
          <Button size="sm" onClick={() => change({ bytes: null })}>
            Remove body
          </Button>
        </div>
      ) : (
        <Field as={Textarea} label="Body" {...fieldOf("body")} />
      )}
      {!own || error === null ? null : <ErrorNote error={error} tried="send the request" />}
      {own && result ? <TestResult answer={result.answer} drafted={result.drafted} /> : null}
      {asking ? (
        <ConfirmDialog
          title={`Send “${PLACEHOLDER}” in place of secrets?`}
          confirmLabel="Send anyway"
          tried="send the request"
          onClose={() => setAsking(false)}
          onConfirm={async () => void send()}
        >
          <p>Your app gets this word as {placeholderText(unfilled)}.</p>
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
}

type FieldProps = {
  label: string;
  hint?: string;
  as?: typeof Input | typeof Textarea;
  value: string;
  onValue: (value: string) => void;
  placeholder?: string;
  className?: string;
  error?: string | undefined;
};

function Field({ label, hint, as: Control = Input, onValue, error, ...control }: FieldProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <label htmlFor={id} className="font-strong">
          {label}
        </label>
        {hint === undefined ? null : <span className="text-xs text-content-muted">{hint}</span>}
      </span>
      <Control
        {...control}
        id={id}
        mono
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        onChange={({ target }) => onValue(target.value)}
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
