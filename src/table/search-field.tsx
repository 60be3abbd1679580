import { useEffect, useRef } from "react";
import { Icon } from "#ui/icon.tsx";
import { Input } from "#ui/input.tsx";

/** Where a list is searched. The field keeps its own text: what comes back from the URL while the user types on must not overwrite the newer text. */
export function SearchField(props: {
  value: string;
  label: string;
  placeholder: string;
  onChange: (value: string) => void;
}) {
  const { value, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current || !input.current) return;
    sent.current = value;
    input.current.value = value;
  }, [value]);
  return (
    <span className="relative w-66 max-md:w-full">
      <Icon name="search" className="pointer-events-none absolute top-1.5 left-2 z-1 text-content-faint" />
      <Input
        ref={input}
        type="search"
        fieldSize="sm"
        defaultValue={value}
        maxLength={200}
        aria-label={props.label}
        placeholder={props.placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          sent.current = currentTarget.value;
          onChange(currentTarget.value);
        }}
        className="pl-7.5"
      />
    </span>
  );
}
