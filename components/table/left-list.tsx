/** Says of a row that stays in its place what it is now that the list's filter does not ask for. */
export function LeftList({ left }: { left: string | undefined }) {
  if (left === undefined) return null;
  return (
    <span
      title="It matched the filter when the list was read"
      className="mr-1.5 rounded bg-idle-soft px-1 py-0.5 text-idle text-xs"
    >
      {left}
    </span>
  );
}
