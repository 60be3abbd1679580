import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { useSearchParams } from "react-router-dom";

/** Moves the focus to the field that a link asks for: `?field=ip_policy_ids`, `?field=provider.github.teams`. */
export function AskedField() {
  const [params] = useSearchParams();
  const asked = params.get("field");
  const { setFocus, getValues } = useFormContext();
  useEffect(() => {
    const [field = ""] = asked?.split(".") ?? [];
    if (asked !== null && Object.hasOwn(getValues(), field)) setFocus(asked);
  }, [asked, setFocus, getValues]);
  return null;
}
