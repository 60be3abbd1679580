import { useQuery } from "@tanstack/react-query";
import { servedConfigQuery } from "#api/served-config.ts";
import { endpoints } from "#resources/endpoints.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { useEditedModule } from "./module-context.ts";

/**
 * The callback URLs of a login, those of each address of its edge, to be copied to the provider, or how to find them
 * (decisions/modules/callback-url.md). Nothing where the login can't be applied: nobody answers there.
 */
export function CallbackUrlRow({ kind }: { kind: string }) {
  const { data: config } = useQuery(servedConfigQuery);
  const path = config?.callbackPath;
  const { data: all } = useQuery({ ...endpoints.query, enabled: path !== undefined });
  const edited = useEditedModule();
  if (config?.edge?.unapplied.includes(kind)) return null;
  const edge = edited?.address.edgeId;
  const { listens, httpPort = 80 } = config?.edge ?? {};
  const overHttp = listens?.includes("http") ?? false;
  const urls = all?.flatMap(({ edge: own, public_url: url }) => {
    if (!url || own?.id !== edge) return [];
    const plain = new URL(`http://${new URL(url).hostname}:${httpPort}`);
    // Chromium reads the * of a host as %2A. Visitors are sent back to where they came from, which also takes those without TLS.
    return [url, ...(overHttp ? [plain.origin] : [])].map((origin) => `${origin}${path}`.replace("%2A", "*"));
  });
  const several = urls !== undefined && urls.length > 1;
  const isWildcard = urls?.some((url) => url.includes("*")) ?? false;
  return (
    <div className="grid items-start gap-x-4 gap-y-1 md:grid-cols-[10.5rem_minmax(0,1fr)]">
      <span className="font-strong md:pt-1.5">{several ? "Callback URLs" : "Callback URL"}</span>
      <div className="flex min-w-0 flex-col gap-1">
        {urls && urls.length > 0 ? (
          urls.map((url) => (
            <div key={url} className="flex min-h-control items-center justify-between gap-3">
              <span className="min-w-0 font-mono text-xs wrap-anywhere">{url}</span>
              <CopyButton text={url} label={several ? `Copy ${url}` : "Copy callback URL"} />
            </div>
          ))
        ) : (
          <p className="text-content-muted md:pt-1.5">
            {config === undefined || (path !== undefined && !urls)
              ? "Loading…"
              : path === undefined
                ? UNKNOWN
                : NO_ADDRESS}
          </p>
        )}
        <p className="text-xs text-content-muted">
          Register {several ? "each" : "it"} at your provider, which sends visitors back here after they sign
          in.{several ? onlyOne(urls) : null}
          {overHttp && several ? " Over http:// a sign-in is not encrypted." : null}
          {isWildcard ? " Most providers don’t accept *. Register the URL of each subdomain instead." : null}
        </p>
      </div>
    </div>
  );
}

/** Which one to register where only one can be, and what comes of that. */
function onlyOne(urls: readonly string[]): string {
  const isOne = urls.filter((url) => url.startsWith("https:")).length === 1;
  const [which, others] = isOne ? ["", "over http://"] : [" that visitors use", "at the other addresses"];
  return ` If it takes only one, register the https:// URL${which}. Sign-in ${others} then fails.`;
}

const UNKNOWN =
  "This service doesn’t show it. Save, then open the route in a browser. The address of the provider’s page has it as redirect_uri.";
const NO_ADDRESS = "Add an address to the edge to see it.";
