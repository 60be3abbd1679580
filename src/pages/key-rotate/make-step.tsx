import { OwnerName } from "#components/owner-name.tsx";
import { useWrites } from "#resources/writes.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { apiKeys, isKeyInUse, type CreatedApiKey } from "#resources/api-keys.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { ErrorNote } from "#components/error-note.tsx";
import { useRotateRule } from "#components/use-owner-rule.ts";
import { href } from "#resources/paths.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { useHeld } from "#forms/unsaved-guard.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";
import { Properties } from "#ui/properties.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { likeIt, maybeMade, sameCopy, twinsOf } from "./rotation.ts";
import { Step } from "./step.tsx";

const NO_KEYS: readonly ApiKey[] = [];
const WAIT = "Wait for the answer. If you leave now, you may never see the key’s token.";

type Props = {
  old: ApiKey;
  madeId: string | null;
  onMade: (key: CreatedApiKey) => void;
  /** Goes on with a key that is there already. */
  onTwin: (id: string) => void;
};

/** Step 1: a new key with the description, metadata and owner of the old one, as they are at that moment. */
export function MakeStep({ old, madeId, onMade, onTwin }: Props) {
  const { busy, problem, changed, make } = useMake(old, onMade);
  const { data: keys = NO_KEYS } = useQuery(apiKeys.query);
  const [openedAt] = useState(() => Date.now());
  const refusal = useRotateRule()(old.owner_id);
  const body = likeIt(old, isKeyInUse(old.id) === true);
  if (madeId !== null) {
    return (
      <Step number={1} title="Create new key" state={<Status tone="ok">Created</Status>}>
        <p className="text-content-muted">
          <CopyId id={madeId} />
        </p>
      </Step>
    );
  }
  return (
    <Step number={1} title="Create new key" state={null}>
      <Properties
        rows={[
          { label: "Used by", value: old.description || "No name" },
          { label: "Owner", value: old.owner_id ? <OwnerName id={old.owner_id} /> : "You" },
          {
            label: "Optional notes",
            value: old.metadata ? (
              <code className="line-clamp-3 font-mono text-xs wrap-anywhere">{old.metadata}</code>
            ) : (
              "None"
            ),
          },
        ]}
      />
      {changed ? (
        <Note tone="warn">
          Someone changed this key in the meantime. Check the details, then create the new key.
        </Note>
      ) : null}
      {twinsOf(old, keys, openedAt).map((twin) => (
        <Note
          key={twin.id}
          tone="warn"
          actions={
            <Button size="sm" onClick={() => onTwin(twin.id)}>
              I have its token, continue
            </Button>
          }
        >
          {old.description ? "A newer key has the same name" : "A new key has no name either"}:{" "}
          <CopyId id={twin.id} />, created <RelativeTime at={twin.created_at} />. It may come from an
          unfinished rotation. If you don’t have its token,{" "}
          <Link to={href.key(twin.id)} className="link">
            open the key
          </Link>{" "}
          and delete it.
        </Note>
      ))}
      {problem === null ? null : <ErrorNote error={problem} tried="create the new key" />}
      {problem === null ? null : (
        <Note tone="warn">
          {maybeMade(problem)
            ? "The new key may exist, with a token you never saw. If it is in the list of keys, delete it. "
            : "No new key was created. "}
          The old key still works.
        </Note>
      )}
      {busy ? <Held /> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon="key" busy={busy} disabledReason={refusal} onClick={() => void make()}>
          Create new key
        </Button>
        <CopyAs
          request={{ method: "POST", path: apiKeys.path, body }}
          json={body}
          terraform="ngrok_api_key"
        />
      </div>
    </Step>
  );
}

function useMake(old: ApiKey, onMade: (key: CreatedApiKey) => void) {
  const { read, create, refresh } = useWrites(apiKeys);
  const { busy, error: problem, attempt } = useAttempt();
  const [changed, setChanged] = useState(false);
  const make = async () => {
    await attempt(async () => {
      const now = await read(old.id);
      const differs = !sameCopy(now, old);
      setChanged(differs);
      if (!differs) onMade(await create(likeIt(now, isKeyInUse(now.id) === true)));
    });
    void refresh();
  };
  return { busy, problem, changed, make };
}

const always = () => true;

/** No way out until the answer came: it alone holds the token. */
function Held() {
  return useHeld(always) ? <Note tone="warn">{WAIT}</Note> : null;
}
