import { IconButton } from "#ui/button.tsx";

/** Up, down and remove of one entry of a list. */
export function MoveButtons(props: {
  what: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { what, index, count } = props;
  return (
    <span className="flex flex-none">
      {count > 1 ? (
        <>
          <IconButton
            size="sm"
            icon="up"
            label={`Move ${what} up`}
            disabledReason={index === 0 ? "It is the first" : undefined}
            onClick={() => props.onMove(index - 1)}
          />
          <IconButton
            size="sm"
            icon="down"
            label={`Move ${what} down`}
            disabledReason={index === count - 1 ? "It is the last" : undefined}
            onClick={() => props.onMove(index + 1)}
          />
        </>
      ) : null}
      <IconButton size="sm" icon="x" label={`Remove ${what}`} onClick={props.onRemove} />
    </span>
  );
}
