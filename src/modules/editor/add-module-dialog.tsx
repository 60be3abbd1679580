import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { OwnerAddress } from "#resources/module-owner.ts";
import { isLogin } from "#contract/modules/kinds.ts";
import { own, type JsonObject } from "#forms/json.ts";
import { SearchField } from "#table/search-field.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { moduleHref } from "#resources/module-href.ts";
import { exchangedFor, INSTEAD_OF, loginBeside, loginElsewhere } from "../lint/guards.ts";
import { textsOf } from "../texts.ts";
import { choicesOf } from "./module-choices.ts";

/** The modules that an owner does not have yet, in groups, searched. Import lazily. */
export function AddModuleDialog(props: {
  address: OwnerAddress;
  kinds: readonly string[];
  owner: JsonObject;
  edge?: JsonObject | undefined;
  onClose: () => void;
}) {
  const { address, kinds, owner, edge, onClose } = props;
  const [search, setSearch] = useState("");
  const navigate = useNavigate();
  const groups = choicesOf(kinds, search);
  const [first] = groups.flatMap((one) => one.kinds);
  /** A token in place of a login is asked for by the URL; another login takes its place by itself. */
  const toOf = (kind: string) => {
    const other = loginBeside(owner, kind) === undefined ? exchangedFor(owner, kind) : undefined;
    return `${moduleHref(address, kind)}${other === undefined ? "" : `?${INSTEAD_OF}=${other}`}`;
  };
  return (
    <Dialog
      title="Add module"
      width="lg"
      onClose={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <form
        className="flex"
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) void navigate(toOf(first), { replace: true });
        }}
      >
        <SearchField
          value={search}
          label="Search modules"
          placeholder="Search modules"
          onChange={setSearch}
        />
      </form>
      <div className="grid gap-4" aria-live="polite">
        {groups.length === 0 ? <p>No module matches “{search}”.</p> : null}
        {groups.map(({ group, kinds: some }) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-xs text-content-muted">{group}</h3>
            <ul className="grid gap-1 md:grid-cols-2">
              {some.map((kind) => (
                <Choice key={kind} to={toOf(kind)} kind={kind} owner={owner} edge={edge} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Choice(props: { to: string; kind: string; owner: JsonObject; edge?: JsonObject | undefined }) {
  const { to, kind, owner, edge } = props;
  const { title, purpose } = textsOf(kind);
  const beside = exchangedFor(owner, kind);
  const elsewhere = isLogin(kind) ? loginElsewhere(edge, own(owner, "id")) : undefined;
  return (
    <li>
      <Link
        to={to}
        // Back leads to the page, past its dialog.
        replace
        aria-label={`Add ${title}`}
        className="block rounded-md border border-line px-3 py-2 hover:border-line-control hover:bg-surface-hover"
      >
        <strong>{title}</strong>
        <span className="block text-xs text-content-muted">
          {elsewhere
            ? `${purpose}. Route ${elsewhere.match} has the login of this edge`
            : beside === undefined
              ? purpose
              : `${purpose}. Replaces ${textsOf(beside).title}`}
        </span>
      </Link>
    </li>
  );
}
