import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Loss } from "../lint/guards.ts";
import type { Contradiction } from "../lint/lint.ts";
import { textsOf } from "../texts.ts";
import { LossText } from "./loss-text.tsx";
import { ReplacesText } from "./module-notes.tsx";

/** Asks before a module is turned on that turns another login off, contradicts another module, closes its address, or locks the operator out. Import lazily. */
export function TurnOnQuestion(props: {
  title: string;
  /** What goes off with it. */
  replaces: string | undefined;
  /** To whom that is limited. */
  limit: string | undefined;
  /** Why nobody gets in once it is on. */
  closes: string | undefined;
  /** Where it locks the operator out. */
  lockout: Loss | undefined;
  /** Where it lets in whoever has an account, in place of a login that does not. */
  opened: Loss | undefined;
  /** What it goes against unless that is replaced. */
  contradicts: Contradiction | undefined;
  place: string;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
  /** Turns it on and leaves on what it could replace. */
  onBoth?: (() => Promise<unknown>) | undefined;
}) {
  const { title, replaces, limit, opened, closes, lockout, contradicts, place, onClose, onConfirm, onBoth } =
    props;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Turn on ${title} on ${place}?`}
      confirmLabel={
        closes !== undefined
          ? "Turn on and take offline"
          : lockout
            ? "Turn on and lock me out"
            : replaces
              ? `Replace ${replaces}`
              : contradicts
                ? "Turn on both"
                : "Turn on"
      }
      tried={`turn on ${title}`}
      danger={(closes ?? lockout ?? opened) !== undefined}
      onConfirm={onConfirm}
      also={onBoth && { label: "Turn on both", onConfirm: onBoth }}
    >
      {closes === undefined ? null : <p>{closes}</p>}
      {lockout ? <LossText loss={lockout} /> : null}
      {opened ? <LossText loss={opened} /> : null}
      {opened?.anyone ? <p>{opened.anyone.reason}</p> : null}
      {contradicts ? (
        <p>
          <strong>{textsOf(contradicts.other).title} is on too.</strong> {contradicts.reason}
        </p>
      ) : null}
      {contradicts?.newRouteOn === undefined ? null : (
        <p>
          <ButtonLink size="sm" to={href.routeNew(contradicts.newRouteOn)}>
            Create route
          </ButtonLink>
        </p>
      )}
      {replaces === undefined ? null : (
        <p>
          <ReplacesText title={title} replaces={replaces} limit={limit} isChoice={onBoth !== undefined} />
        </p>
      )}
    </ConfirmDialog>
  );
}
