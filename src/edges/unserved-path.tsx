import { useLocation } from "react-router-dom";
import { routeAsked } from "#contract/asked-route.ts";
import { isOn } from "#contract/modules/closed-by.ts";
import { LOGIN_MODULES } from "#contract/modules/kinds.ts";
import { pathOfUrl } from "#contract/route-path.ts";
import type { Route } from "#contract/route.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";

/** The path that a pasted URL asks for, also without its scheme: `shop.example/cart?x=1` → `/cart`; null of what is no URL. */
function pathOfPasted(typed: string): string | null {
  const url = /^[^\s/]+\.[^\s/]*\//.test(typed.trim()) ? `https://${typed.trim()}` : typed;
  const path = pathOfUrl(url);
  return path === url ? null : path;
}

type Props = { edge: { id: string; routes?: readonly Route[] | null | undefined } };

/** Of an edge that a pasted URL led to: that none of its routes serves the path. Where it has none at all, the page says so. */
export function UnservedPath({ edge: { id, routes } }: Props) {
  const { typed } = (useLocation().state ?? {}) as { typed?: string };
  const path = pathOfPasted(typed ?? "");
  if (path === null || !routes?.length) return null;
  const asked = routes.map((route) => {
    const { match, match_type: matchType } = route;
    const modules = Object.fromEntries(LOGIN_MODULES.map((kind) => [kind, isOn({ ...route }[kind])]));
    return { match, matchType, modules };
  });
  return routeAsked(asked, path) === undefined ? (
    <Note
      tone="warn"
      actions={
        <ButtonLink size="sm" icon="plus" to={href.routeNew(id)}>
          Create route
        </ButtonLink>
      }
    >
      No route matches <code className="font-mono wrap-anywhere">{path}</code>. Requests to it get a 404.
    </Note>
  ) : null;
}
