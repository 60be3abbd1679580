import { absoluteBase, getConnection } from "#api/connection.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { callbackUrl } from "./callback-url.ts";

/** The callback URL of a login, to be copied to the provider. */
export function CallbackUrlRow() {
  const url = callbackUrl(absoluteBase(getConnection()?.baseUrl ?? "/api"));
  return (
    <div className="grid items-start gap-x-4 gap-y-1 md:grid-cols-[10.5rem_minmax(0,1fr)]">
      <span className="font-strong md:pt-1.5">Callback URL</span>
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex min-h-control items-center justify-between gap-3">
          <span className="min-w-0 font-mono text-xs wrap-anywhere">{url}</span>
          <CopyButton text={url} label="Copy callback URL" />
        </div>
        <p className="text-xs text-content-muted">
          Register it at your provider. Assumed from the address of this service.
        </p>
      </div>
    </div>
  );
}
