import { KINDS } from "#resources/kinds.ts";
import { Fragment } from "react";
import { isBroken, leadOf, leadWords } from "#resources/edge-way.ts";
import { useLiveTunnels } from "#resources/live-tunnels.ts";
import { isOtherBackend, withoutTunnels } from "#resources/other-backends.ts";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { Ref } from "#contract/answer.ts";
import { factsOf } from "#contract/modules/kinds.ts";
import { own, type JsonObject } from "#forms/json.ts";
import { counted } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";
import { unbroken } from "#ui/unbroken.ts";
import type { ModuleDefinition } from "../define-module.ts";

/** What a module does, in one line; what it names is shown by name, a backend with the tunnels that serve it. */
export function ModuleSummary({ definition, value }: { definition: ModuleDefinition; value: JsonObject }) {
  const { kind } = definition;
  const refs = [own(value, factsOf(kind)?.names?.answer ?? "")]
    .flat()
    .flatMap((ref) => Ref.safeParse(ref).data ?? []);
  if (refs.length === 0) return unbroken(definition.summary(value));
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-3">
      <span className="min-w-0 wrap-anywhere">
        {refs.map((ref, index) => (
          <Fragment key={ref.id}>
            {index > 0 ? ", " : null}
            <RefLookup reference={ref} withId={false} />
          </Fragment>
        ))}
      </span>
      {kind === "backend" ? <Serving value={value} id={refs[0]?.id ?? ""} /> : null}
    </span>
  );
}

/** How many tunnels serve a backend now, or that none does. */
function Serving({ value, id }: { value: JsonObject; id: string }) {
  const live = useLiveTunnels();
  if (isOtherBackend(id)) return <span>{withoutTunnels(id)}</span>;
  const lead = leadOf({ backend: value }, { live });
  const online = live?.get(id)?.length ?? 0;
  if (online > 0) return <span>{counted(online, KINDS.tunnel.noun)} online</span>;
  const { tone, text } = leadWords(lead);
  return isBroken(lead) && value["enabled"] !== false ? <Status tone={tone}>{text}</Status> : null;
}
