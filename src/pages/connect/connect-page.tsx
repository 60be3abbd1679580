import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="Connect" crumbs={[{ label: "Connect" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
