import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from "react";
import type { AppConfig } from "#contract/app-config.ts";
import { absoluteBase, getRemembered, type Connection } from "#api/connection.ts";
import { taken } from "#api/sign-in-link.ts";
import { ErrorDetails } from "#components/error-note.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { ConnectField } from "./field.tsx";
import type { Refusal } from "./outcome.ts";
import { useConnect } from "./use-connect.ts";

/** The service's address and a key. What was typed stays through every failure; a link signs in by itself. */
export function ConnectForm({
  config,
  baseUrl,
  before,
}: {
  config: AppConfig;
  baseUrl: string | undefined;
  before: Refusal | null;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, refusal, connect, keyOf } = useConnect(config, before);
  const [typed, setTyped] = useState<Connection>(() => ({
    baseUrl: baseUrl ?? absoluteBase(config.baseUrl),
    key: "",
    versionHeader: config.versionHeader,
  }));
  const [remember, setRemember] = useState(() => getRemembered() !== null);
  const [shown, setShown] = useState(false);
  const asksHeader = refusal?.field === "versionHeader" || typed.versionHeader !== config.versionHeader;

  useEffect(() => {
    if (refusal?.field) form.current?.querySelector<HTMLElement>(`[name="${refusal.field}"]`)?.focus();
  }, [refusal]);

  const onLink = useEffectEvent(async () => {
    const { code } = taken;
    delete taken.code;
    if (code === undefined) return;
    // The link is of the service that this console is served with, whatever was typed.
    const place = { baseUrl: absoluteBase(config.baseUrl), versionHeader: config.versionHeader };
    const key = await keyOf(code, place);
    if (key === null) return;
    setTyped({ ...place, key });
    await connect({ ...place, key }, remember);
  });
  useEffect(() => {
    // A link may also be opened while this page is.
    const listener = () => void onLink();
    listener();
    window.addEventListener("popstate", listener);
    return () => window.removeEventListener("popstate", listener);
  }, []);

  const set = (name: keyof Connection) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const trimmed = {
      baseUrl: typed.baseUrl.trim(),
      key: typed.key.trim(),
      versionHeader: typed.versionHeader.trim(),
    };
    setTyped(trimmed);
    void connect(trimmed, remember);
  };

  return (
    <form ref={form} onSubmit={onSubmit} noValidate aria-label="Sign in" className="flex flex-col gap-4">
      {refusal && !refusal.field ? (
        <Note tone="bad">
          <p>{refusal.text}</p>
          {refusal.hint ? <p className="text-xs">{refusal.hint}</p> : null}
          <ErrorDetails {...refusal} />
        </Note>
      ) : null}
      <ConnectField
        name="baseUrl"
        label="Service address"
        inputMode="url"
        refusal={refusal}
        value={typed.baseUrl}
        onChange={set("baseUrl")}
      />
      <ConnectField
        name="key"
        label="API key"
        type={shown ? "text" : "password"}
        refusal={refusal}
        value={typed.key}
        onChange={set("key")}
        beside={
          <IconButton
            icon={shown ? "eye-off" : "eye"}
            label={shown ? "Hide key" : "Show key"}
            size="sm"
            onClick={() => setShown(!shown)}
          />
        }
      />
      {asksHeader ? (
        <ConnectField
          name="versionHeader"
          label="Version header"
          refusal={refusal}
          value={typed.versionHeader}
          onChange={set("versionHeader")}
        />
      ) : null}
      <div>
        <Checkbox
          label="Remember on this device"
          checked={remember}
          aria-describedby="remember-hint"
          onChange={(event) => setRemember(event.target.checked)}
        />
        <p id="remember-hint" className="pl-6 text-xs text-content-muted">
          {remember
            ? "This browser keeps the key until you sign out."
            : "This tab forgets the key when you close it."}
        </p>
      </div>
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}
