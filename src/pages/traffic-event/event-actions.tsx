import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { requestCurl } from "#traffic/request-curl.ts";
import { PLACEHOLDER, placeholderText } from "#traffic/sent-again.ts";
import { harFile } from "#traffic/har.ts";
import { TestButton } from "#traffic/test-button.tsx";
import { replayOf } from "#traffic/test-draft.ts";
import { Button } from "#ui/button.tsx";
import { useToast } from "#ui/toast.tsx";
import { writeText } from "#ui/use-copy.ts";

/** What can be done with a request that is over: sent again, copied as a command, kept as a file. */
export function EventActions({ event }: { event: TrafficEvent }) {
  const toast = useToast();
  const curl = requestCurl(event);
  const replay = replayOf(event);
  if (!curl) return null;
  const copy = async () => {
    try {
      await writeText(curl.text);
      const add = curl.leftOut.length === 0 ? "" : ` Add ${curl.leftOut.join(", ")} before you run it.`;
      const replace =
        curl.placeholders.length === 0
          ? ""
          : ` Secrets are not kept: replace “${PLACEHOLDER}” for ${placeholderText(curl.placeholders)}.`;
      toast({ tone: "ok", text: `Copied as cURL.${add}${replace}` });
    } catch {
      toast({
        tone: "bad",
        text: "Could not copy as cURL. Allow the clipboard for this page, then try again.",
      });
    }
  };
  return (
    <>
      {replay ? (
        <TestButton
          label="Replay…"
          title="Replay"
          start={() => replay.draft}
          leftOut={replay.leftOut}
          placeholders={replay.placeholders}
        />
      ) : null}
      <Button icon="copy" onClick={() => void copy()}>
        Copy as cURL
      </Button>
      <Button icon="download" onClick={() => harFile(event.event_id, [event])}>
        Export HAR
      </Button>
    </>
  );
}
