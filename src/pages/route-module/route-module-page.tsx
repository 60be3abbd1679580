import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="Route module" crumbs={[{ label: "Route module" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
