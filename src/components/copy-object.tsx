import type { JsonObject } from "#forms/json.ts";
import type { TerraformResource } from "#resources/resource.ts";
import { CopyAs } from "./copy-as.tsx";

/** Copies an object: the request that reads it, its JSON, and the Terraform of its kind where there is one. */
export function CopyObject(props: {
  of: { pathOf: (id: string) => string; terraform?: TerraformResource };
  object: JsonObject & { id: string };
}) {
  const { of, object } = props;
  return (
    <CopyAs request={{ method: "GET", path: of.pathOf(object.id) }} json={object} terraform={of.terraform} />
  );
}
