import { credentials } from "#resources/credentials.ts";
import { isAbsent } from "#api/errors.ts";
import { createVisitStore, tabStorage } from "#ui/visit-store.ts";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { useDepartures } from "#fleet/use-fleet.ts";
import { useAnyEnded } from "#fleet/watch-departures.ts";
import { AgentCommandBlock } from "#components/agent-command-block.tsx";
import { tryInToast } from "#components/failure-toast.ts";
import { WaitingForAgent } from "#components/waiting-for-agent.tsx";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { useWrites } from "#resources/writes.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { useToast } from "#ui/toast.tsx";
import { useAdded } from "./added-sessions.ts";
import { AgentOnline } from "./agent-online.tsx";
import { AuthtokenStep, Step, type Made } from "./authtoken-step.tsx";

type Props = { onDone: () => void };

/** /sessions of an account without agents, once it is known that none left; its first agent may leave since, and come back. */
export function FirstAgent(props: Props) {
  const [params] = useSearchParams();
  const anyEnded = useAnyEnded();
  const [begun, setBegun] = useState(false);
  if (!begun && (anyEnded === false || (anyEnded && params.has("first")))) setBegun(true);
  return begun ? <FirstSteps {...props} /> : <SkeletonRows />;
}

/** Three steps to the first agent, then what to do with it. */
function FirstSteps({ onDone }: Props) {
  const [params, setParams] = useSearchParams();
  const isBack = params.has("first");
  const { added, several } = useAdded(isBack);
  const isOnline = added !== null;
  const [seen, setSeen] = useState<readonly string[]>([]);
  const come = (added ?? []).flatMap(({ id }) => (seen.includes(id) ? [] : id));
  if (come.length > 0) setSeen([...seen, ...come]);
  const away = useDepartures().filter(({ back }) => back === undefined);
  // One that left before beside one that is online is another agent.
  const isOver = several || (isOnline && away.some(({ session }) => !seen.includes(session.id)));
  // The way back from a next step leads here again.
  useEffect(() => {
    if (isOnline && !isBack) setParams({ first: "", label: params.getAll("label") }, { replace: true });
  }, [isOnline, isBack, params, setParams]);
  const { atRisk, setAtRisk, leave, asking } = useAskBeforeLoss(onDone);
  useEffect(() => {
    if (isOver && !atRisk) onDone();
  }, [isOver, atRisk, onDone]);
  const online = `Your ${seen.length > 1 ? "" : "first "}agent is online`;
  const title = added ? online : `No agent is online${isBack ? "" : " yet"}`;
  return (
    <section className="mx-auto grid w-full max-w-2xl gap-6 py-8">
      <div>
        <h2>{title}</h2>
        <output className="sr-only">{added ? title : ""}</output>
        {added || isBack ? null : (
          <p className="text-content-muted">
            An agent runs on your machine and gives a local port a public URL. It takes three steps.
          </p>
        )}
      </div>
      <AgentSteps
        added={added}
        was={isBack ? away.at(-1)?.session : undefined}
        onDone={leave}
        onRisk={setAtRisk}
      />
      {asking}
    </section>
  );
}

const LabelledCommand = lazyPart(() => import("./labelled-command.tsx"), "LabelledCommand");
const LeaveDialog = lazyPart(() => import("#forms/leave-dialog.tsx"), "LeaveDialog");

/** What is lost when these steps are left with an authtoken that was not copied and that no agent uses. */
const LOST = {
  what: "the authtoken: it can’t be shown again",
  without: "the authtoken",
  leave: "Delete authtoken and leave",
};

/** Runs `go` at once, or after a question while an authtoken is at risk. */
function useAskBeforeLoss(go: () => void) {
  const [atRisk, setAtRisk] = useState(false);
  const [asked, setAsked] = useState(false);
  const drop = useDropMade();
  const onLeave = () => {
    drop();
    go();
  };
  return {
    atRisk,
    setAtRisk,
    leave: () => (atRisk ? setAsked(true) : go()),
    asking: asked ? <LeaveDialog {...LOST} onStay={() => setAsked(false)} onLeave={onLeave} /> : null,
  };
}

type StepsProps = {
  added: readonly TunnelSession[] | null;
  /** The one that came with the labels that are asked for. */
  serving?: TunnelSession | undefined;
  /** The one that was online before this was shown. */
  was?: TunnelSession | undefined;
  onDone?: () => void;
  /** Whether an authtoken would be lost now. */
  onRisk?: (atRisk: boolean) => void;
  /** The parameter of the address that shows them over a list of agents: an authtoken at risk is asked about before it goes. */
  param?: string;
};

/**
 * Three steps to an agent that is online, which then takes their place; with `onDone` what to do next. The token lives in this
 * view only, so the command can be shown as long as no agent uses it.
 */
export function AgentSteps({ added, serving, was, onDone, onRisk, param }: StepsProps) {
  const [params] = useSearchParams();
  const labels = params.getAll("label");
  const { made, since, keep } = useMade(param === undefined && params.has("first"));
  const drop = useDropMade();
  const own = added?.find(({ credential }) => made !== null && credential?.id === made.id);
  // The one that was online here: it may have left since.
  const [shown, setShown] = useState<TunnelSession | null>(null);
  const [used, setUsed] = useState<string | null>(null);
  if (own && made && used !== made.id) setUsed(made.id);
  const isUsed = made !== null && used === made.id;
  useEffect(() => {
    if (isUsed) keepUsed();
  }, [isUsed]);
  // Newest first: who came first stays. Beside others, one with another authtoken is not who the command was for.
  const isOthers = param !== undefined && made !== null;
  const session = own ?? serving ?? (isOthers ? undefined : added?.at(-1));
  if (session && session !== shown) setShown(session);
  const gone = shown ?? was;
  const [copied, setCopied] = useState<string | null>(null);
  const token = made?.token ?? null;
  const atRisk = token !== null && token !== copied && !isUsed;
  const isDirty = useCallback(() => atRisk, [atRisk]);
  useEffect(() => onRisk?.(atRisk), [atRisk, onRisk]);
  const onCopied = () => setCopied(token);
  const Command = labels.length > 0 ? LabelledCommand : AgentCommandBlock;
  const steps = (
    <>
      <AuthtokenStep made={made} onMade={keep} onCopied={onCopied} />
      <Step number={2}>
        <Command
          title="Run the agent on your machine"
          authtoken={token}
          onCopied={onCopied}
          labels={labels}
        />
      </Step>
      <UnsavedGuard isDirty={isDirty} param={param} {...LOST} onLeave={drop} />
    </>
  );
  if (!session)
    return (
      <>
        {gone ? (
          <Note tone="warn">
            <Link to={href.session(gone.id)} className="link">
              {sessionName(gone)}
            </Link>{" "}
            went offline. See what it printed, then run the command again.
          </Note>
        ) : null}
        <ol className={BOX}>
          {steps}
          <Step number={3}>
            <strong>Wait for {labels.length > 0 ? "the agent" : "its URL"}</strong>
            {made ? (
              <WaitingForAgent since={gone ? undefined : since} />
            ) : (
              <p className="text-content-muted">
                {labels.length > 0 ? "What it serves" : "It"} appears here once the agent is online.
              </p>
            )}
          </Step>
        </ol>
      </>
    );
  return (
    <div className={BOX}>
      <div className="grid gap-2 p-4">
        <AgentOnline key={session.id} session={session} {...(onDone && { onDone })} />
      </div>
      {isUsed || !made?.token ? null : (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-4 py-2 text-content-muted">
            Show the unused authtoken and its command
          </summary>
          <ol className="border-t border-line">{steps}</ol>
        </details>
      )}
    </div>
  );
}

const BOX = "grid rounded-md border border-line bg-surface-raised";

/** The tab remembers which authtoken was created, and when (`since`, ms), so that a reload does not lead to another. Its token is never kept. */
function useMade(isOfFirst: boolean) {
  const [kept] = useState(keptMade);
  const [made, setMade] = useState<Made | null>(() => {
    const [id, , isUsed] = kept.getSnapshot();
    return id === undefined || (isUsed && !isOfFirst) ? null : { id, token: null };
  });
  const { error } = useQuery({ ...credentials.detail(made?.id ?? ""), enabled: made?.token === null });
  const keep = (next: Made) => {
    kept.set([next.id, String(Date.now())]);
    setMade(next);
  };
  // Deleted since, or of another account.
  const since = Number(kept.getSnapshot()[1]);
  return { made: made?.token === null && isAbsent(error) ? null : made, since, keep };
}

const keptMade = () => createVisitStore(tabStorage(), "gatehouse.agent-authtoken", idsIn);
/** An agent uses it: but for the steps of the first agent, which may leave, they begin with another one. */
const keepUsed = () => {
  const kept = keptMade();
  kept.set([...kept.getSnapshot().slice(0, 2), "used"]);
};

/** Leaves it for good. Nobody has its token, so it is deleted: it could only be misused. */
function useDropMade() {
  const { remove } = useWrites(credentials);
  const toast = useToast();
  return () => {
    const [id] = keptMade().getSnapshot();
    keptMade().set([]);
    if (id === undefined) return;
    const act = async () => {
      await remove(id);
      toast({ tone: "ok", text: "Authtoken deleted" });
    };
    void tryInToast(toast, () => "delete the authtoken", act);
  };
}

const idsIn = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string") : [];
