import { useQuery } from "@tanstack/react-query";
import { servedConfigQuery } from "#api/served-config.ts";
import { CopyButton } from "#ui/copy-button.tsx";

/**
 * The callback URL of a login, to be copied to the provider, or how to find it (decisions/modules/callback-url.md). Nothing
 * where the login can't be applied: nobody answers there.
 */
export function CallbackUrlRow({ kind }: { kind: string }) {
  const { data: config } = useQuery(servedConfigQuery);
  if (config?.edge?.unapplied.includes(kind)) return null;
  const url = config?.callbackUrl;
  return (
    <div className="grid items-start gap-x-4 gap-y-1 md:grid-cols-[10.5rem_minmax(0,1fr)]">
      <span className="font-strong md:pt-1.5">Callback URL</span>
      <div className="flex min-w-0 flex-col gap-1">
        {url === undefined ? (
          <p className="text-content-muted md:pt-1.5">
            {config === undefined
              ? "Loading…"
              : "This service doesn’t show it. Save, then open the route in a browser. The address of the provider’s page has it as redirect_uri."}
          </p>
        ) : (
          <div className="flex min-h-control items-center justify-between gap-3">
            <span className="min-w-0 font-mono text-xs wrap-anywhere">{url}</span>
            <CopyButton text={url} label="Copy callback URL" />
          </div>
        )}
        <p className="text-xs text-content-muted">
          Register it at your provider, which sends visitors back here after they sign in.
        </p>
      </div>
    </div>
  );
}
