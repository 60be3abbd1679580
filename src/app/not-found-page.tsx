import { useLocation } from "react-router-dom";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

/** No page has this address. */
export function Component() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found" crumbs={[{ label: "Page not found" }]}>
      <EmptyState
        title={`There is no page at ${pathname}`}
        actions={<ButtonLink to={href.home()}>Go to the overview</ButtonLink>}
      >
        Check the address. The page may also have moved.
      </EmptyState>
    </Page>
  );
}
