import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pollEvery } from "#api/query-client.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import type { EventTest } from "#contract/event-delivery.ts";
import { fetchDelivery, fetchFailed, resendFailed, sendTestEvent } from "#resources/event-destinations.ts";
import { Button } from "#ui/button.tsx";
import { counted, formatCount } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { useToast } from "#ui/toast.tsx";

/** How sending to a destination goes: what waits, what failed and why, a test event, and what failed sent again. */
export function DeliveryPanel({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ["event_delivery", id],
    queryFn: ({ signal }) => fetchDelivery(id, signal),
    refetchInterval: pollEvery(5000),
  });
  const { data: delivery } = query;
  const failed = useQuery({
    queryKey: ["event_delivery", "failed", id, delivery?.failed],
    queryFn: ({ signal }) => fetchFailed(id, signal),
    enabled: (delivery?.failed ?? 0) > 0,
  });
  const [tested, setTested] = useState<EventTest | null>(null);
  const testing = useAttempt();
  const resending = useAttempt();
  const toast = useToast();
  const test = () =>
    void testing.attempt(async () => {
      setTested(null);
      setTested(await sendTestEvent(id));
    });
  const resend = () =>
    void resending.attempt(async () => {
      const { count } = await resendFailed(id);
      await query.refetch();
      toast({ tone: "ok", text: `${counted(count, "event")} queued again` });
    });
  return (
    <Panel
      title="Delivery"
      actions={
        <Button size="sm" busy={testing.busy} onClick={test}>
          Send test event
        </Button>
      }
    >
      <div className="grid gap-3 p-4">
        {tested ? (
          <Note tone={tested.delivered ? "ok" : "bad"}>
            {tested.delivered
              ? `Test event delivered in ${formatCount(tested.took_ms)} ms.`
              : `Test event not delivered: ${tested.reason ?? "no reason was given"}`}
          </Note>
        ) : null}
        {testing.error === null ? null : <ErrorNote error={testing.error} tried="send a test event" />}
        {resending.error === null ? null : (
          <ErrorNote error={resending.error} tried="send the events again" />
        )}
        <QueryGate query={query} tried="load its delivery">
          {({
            due,
            failed: count,
            lost,
            last_sent_at: sentAt,
            last_failure: reason,
            last_failure_at: at,
          }) => (
            <>
              <Properties
                rows={[
                  {
                    label: "Waiting",
                    value: due === 0 ? "Nothing" : <Status tone="run">{counted(due, "event")}</Status>,
                  },
                  {
                    label: "Failed",
                    value: count === 0 ? "None" : <Status tone="bad">{counted(count, "event")}</Status>,
                  },
                  ...(lost > 0
                    ? [
                        {
                          label: "Lost",
                          value: <Status tone="warn">{counted(lost, "traffic event")}</Status>,
                        },
                      ]
                    : []),
                  { label: "Last sent", value: sentAt ? <RelativeTime at={sentAt} /> : "Never" },
                  ...(at && reason
                    ? [
                        {
                          label: "Last failure",
                          value: (
                            <>
                              {reason} (<RelativeTime at={at} />)
                            </>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
              {count > 0 ? (
                <>
                  <ul className="grid gap-1 text-xs">
                    {failed.data?.failed_events.map((one) => (
                      <li key={one.id} className="wrap-anywhere">
                        <span className="font-mono">{one.event_type}</span>{" "}
                        <span className="text-content-muted">
                          {one.reason}, after {counted(one.attempts, "try", "tries")}
                        </span>
                      </li>
                    ))}
                  </ul>
                  <div>
                    <Button size="sm" icon="refresh" busy={resending.busy} onClick={resend}>
                      Send failed again
                    </Button>
                  </div>
                </>
              ) : null}
            </>
          )}
        </QueryGate>
      </div>
    </Panel>
  );
}
